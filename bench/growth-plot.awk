# From points (panel, curve, x, seconds, between tabs) to an SVG: a panel for each, both axes logarithmic.
BEGIN {
    FS = "\t"
    width = 300; height = 240; left = 60; top = 50
    low = -2; high = 2 # powers of ten, seconds
    split("#1f77b4 #d62728 #2ca02c", colors, " ")
}
{
    if (!($1 in number)) { number[$1] = ++panels; title[panels] = $1; curves[panels] = 0 }
    p = number[$1]
    if (!((p, $2) in curve)) { curve[p, $2] = ++curves[p]; name[p, curves[p]] = $2 }
    c = curve[p, $2]
    k = ++points[p, c]
    at_x[p, c, k] = $3; at_y[p, c, k] = $4
    if (!(p in least) || $3 < least[p]) least[p] = $3
    if (!(p in most) || $3 > most[p]) most[p] = $3
}
function log10(v) { return log(v) / log(10) }
function x_of(p, v) { return left + (p - 1) * (width + left) + width * (log10(v) - log10(least[p])) / span(p) }
function span(p) { return most[p] > least[p] ? log10(most[p]) - log10(least[p]) : 1 }
function y_of(v) { return top + height * (high - log10(v < 0.01 ? 0.01 : v)) / (high - low) }
function text(x, y, anchor, said) {
    printf "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>\n", x, y, anchor, said
}
END {
    total = panels * (width + left) + left / 2
    printf "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-family=\"sans-serif\" font-size=\"12\">\n", \
        total, height + top + 50
    printf "<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>\n"
    for (p = 1; p <= panels; p++) {
        x0 = left + (p - 1) * (width + left)
        printf "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"none\" stroke=\"#888\"/>\n", x0, top, width, height
        for (e = low; e <= high; e++) {
            y = y_of(10 ^ e)
            printf "<line x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\" stroke=\"#ddd\"/>\n", x0, x0 + width, y, y
            text(x0 - 5, y + 4, "end", 10 ^ e " s")
        }
        text(x0 + width / 2, top + height + 36, "middle", title[p])
        for (c = 1; c <= curves[p]; c++) {
            printf "<polyline fill=\"none\" stroke=\"%s\" stroke-width=\"2\" points=\"", colors[c]
            for (k = 1; k <= points[p, c]; k++) printf "%.1f,%.1f ", x_of(p, at_x[p, c, k]), y_of(at_y[p, c, k])
            printf "\"/>\n"
            for (k = 1; k <= points[p, c]; k++) {
                printf "<circle r=\"3\" fill=\"%s\" cx=\"%.1f\" cy=\"%.1f\"/>\n", colors[c], x_of(p, at_x[p, c, k]), \
                    y_of(at_y[p, c, k])
                if (c == 1) text(x_of(p, at_x[p, c, k]), top + height + 18, "middle", at_x[p, c, k])
            }
            printf "<text x=\"%d\" y=\"%d\" fill=\"%s\">%s</text>\n", x0 + 10, top + 18 * c, colors[c], name[p, c]
        }
    }
    print "</svg>"
}
