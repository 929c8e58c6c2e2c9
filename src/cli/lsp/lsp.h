/* A server of the language server protocol on standard input and output.
 *
 * Documents are checked when they are opened and saved, as they are in the file system, each in a child process; what
 * was found becomes diagnostics. Texts of editors are not looked at: what is not saved is not checked. */
#ifndef CHORUS_CLI_LSP_LSP_H
#define CHORUS_CLI_LSP_LSP_H

/* Until the client ends it, or closes standard input. Returns the exit status. */
int lsp_run(void);

#endif
