/* The places and steps of a thread while it is read. */
#ifndef CHORUS_PROGRAM_LITMUS_FLOW_H
#define CHORUS_PROGRAM_LITMUS_FLOW_H

#include "program/litmus/parser.h"

/* A new thread, which becomes the current one, with the current token as its place. */
void flow_add_thread(LitmusParser *s, uint32_t number);
uint32_t flow_add_place(LitmusParser *s);
/* Makes both one place. */
void flow_join_places(LitmusParser *s, uint32_t a, uint32_t b);
/* A step of the current thread without effect, to be filled in. */
Edge flow_step(const LitmusParser *s, uint32_t from, uint32_t to, MemoryOrder order);
/* Copies the step and its assignments. */
void flow_add_step(LitmusParser *s, const Edge *step);
/* The statement, or instruction, that starts at the token has been read: its steps are known by its text. */
void flow_end_statement(LitmusParser *s, const Token *start);
/* The place that a label stands for. */
uint32_t flow_label(LitmusParser *s, const char *name, const Token *token);
/* A label before the next step. */
void flow_define_label(LitmusParser *s, const char *name, const Token *token);
/* Adds locations and edges to the program; after the last step of the thread, and after what adds steps to its end. */
void flow_finish(LitmusParser *s, LitmusThread *t);

#endif
