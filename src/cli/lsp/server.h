/* The state of a language server: what is open, what is being checked, what the client can do. */
#ifndef CHORUS_CLI_LSP_SERVER_H
#define CHORUS_CLI_LSP_SERVER_H

#include "cli/lsp/findings.h"
#include "cli/lsp/frames.h"
#include "cli/lsp/settings.h"

typedef struct Document {
    char *uri, *path; /* uri: as the client writes it */
    char *folder;     /* of its checks */
    bool is_wanted;   /* to be checked as soon as nothing else is */
    bool has_page;    /* in the folder: an interleaving to be shown */
    json_t *told;     /* URIs that its last check had something to say of: an object */
} Document;

typedef struct Server {
    Frames frames;
    JobSettings settings;
    Document *documents;
    size_t count;
    Job job;
    size_t running; /* the document whose check it is */
    char *folder;
    size_t folders;                   /* made in it */
    bool can_show, can_show_progress; /* the client */
    bool is_initialized, is_shut_down, is_over;
    json_int_t requests; /* sent to the client */
    json_int_t progress; /* the request for a token that is not answered yet, or was: 0 none */
    bool has_begun;      /* the client was told of the progress */
} Server;

/* ---- what the client is told ---- */
void server_notify(Server *server, const char *method, json_t *params);
/* Returns the number of the request. */
json_int_t server_request(Server *server, const char *method, json_t *params);
void server_log(Server *server, const char *text);

/* ---- documents ---- */
/* NULL: it is not open. */
Document *server_find(Server *server, const char *uri);
void server_open(Server *server, const char *uri);
/* To be checked again; a check of it that runs is given up. */
void server_want(Server *server, const char *uri);
void server_close(Server *server, const char *uri);

/* ---- checks ---- */
/* Starts the next check, if none runs and one is wanted. */
void server_start_check(Server *server);
/* Reads what the running check says; tells what it has found when it has ended. */
void server_look_at_check(Server *server);
void server_stop_check(Server *server);
/* The client has answered a request. */
void server_take_answer(Server *server, const json_t *answer);

void server_clear(Server *server);

#endif
