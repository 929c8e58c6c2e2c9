#include "plan/files.h"

#include "base/check.h"
#include "plan/table.h"

static bool may_ask_row(const FileHost *host, const FileRow *row)
{
    return !table_leaves_out_file(host->left_out, row) && host->may_ask(host->arg, row->model) && row->is_due(host);
}

/* What a row leaves goes back to those after it. */
static double seconds_of(const FileHost *host, const FileRow *row)
{
    double all = 0, left = host->seconds_left(host->arg);
    for (const FileRow *later = row; later->name; later++)
        if (later == row || may_ask_row(host, later)) all += later->weight;
    CHECK(all >= row->weight && row->weight > 0);
    return left * row->weight / all;
}

void plan_files(const FileHost *host)
{
    bool is_final = false;
    for (const FileRow *row = table_file_rows(); row->name && !is_final; row++) {
        if (!may_ask_row(host, row)) continue;
        double seconds = seconds_of(host, row);
        uint32_t depth = account_enter(host->account, row->name);
        is_final = host->ask(host->arg, row->model, seconds);
        account_leave(host->account, depth);
    }
}
