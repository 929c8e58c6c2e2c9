/* The points and edges of the template being read. */
#ifndef CHORUS_PROGRAM_SCPL_GRAPH_H
#define CHORUS_PROGRAM_SCPL_GRAPH_H

#include "program/scpl/parser.h"

#define NO_POINT UINT32_MAX
void graph_begin(Parser *s);
uint32_t graph_point(Parser *s);
/* The point that it has become. */
uint32_t graph_find(Parser *s, uint32_t point);
/* Makes both one point. */
void graph_merge(Parser *s, uint32_t a, uint32_t b);
PendingEdge graph_edge(Parser *s, uint32_t from, uint32_t to, SourcePos pos, const char *text);
void graph_add(Parser *s, const PendingEdge *edge);
void graph_define_label(Parser *s, uint32_t name, const Token *token);
/* Resolves labels and adds locations and edges to the program; closing: the token at the end. */
void graph_end(Parser *s, const Token *closing);

#endif
