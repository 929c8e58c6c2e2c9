/* Records that a proof was certified, so that a later process need not do it again.
 *
 * Whether a proof proves its claim of a program depends on the program and the claim, and on nothing that changes from
 * one process to the next: what the checker found once, it would find again. So the claim may be taken as it is when it
 * is certain that the same was asked. A record names
 * - the key: the digest of the program as it was loaded just now, by the compiler that is installed now, and of the
 *   options. Positions and texts of the source are not in it; no obligation speaks of them (docs/certificates.md).
 * - who certified: the build identity of every object that is part of this process, the solver among them. Another
 *   build may have a checker that knows better, and believes no one else's records.
 * - the digest of the certificate's text, and what it claims.
 * - a digest of all that. A file that was cut off, altered, or put under another's name is no record, and the proof is
 *   certified again.
 *
 * UNSOUND if a record were written of a proof that was not certified, or if the key left out something that
 * the checker looks at. The folder is the user's own: whoever can write to it and computes digests could as well
 * replace the program that reads it. */
#include "proof/checked.h"

#include <inttypes.h>
#include <link.h>
#include <stdio.h>
#include <string.h>

#include "base/check.h"
#include "base/sha256.h"
#include "base/str.h"

#define RECORD_MAX 4096

/* ---- who we are ---- */

typedef struct Builds {
    Str text;
    bool has_all;
} Builds;

/* Reads the notes of a segment: size of the name, size of the contents, kind; name and contents are padded. */
static bool add_build(Builds *builds, const char *at, size_t size)
{
    while (size >= sizeof(ElfW(Nhdr))) {
        ElfW(Nhdr) note;
        memcpy(&note, at, sizeof note);
        size_t name = (note.n_namesz + 3u) & ~(size_t)3, contents = (note.n_descsz + 3u) & ~(size_t)3;
        size_t whole = sizeof note + name + contents;
        if (whole > size) return false;
        const unsigned char *id = (const unsigned char *)at + sizeof note + name;
        if (note.n_type == NT_GNU_BUILD_ID && note.n_namesz == 4 && memcmp(at + sizeof note, "GNU", 4) == 0) {
            for (uint32_t i = 0; i < note.n_descsz; i++)
                str_addf(&builds->text, "%02x", id[i]);
            str_add(&builds->text, "\n");
            return note.n_descsz > 0;
        }
        at += whole;
        size -= whole;
    }
    return false;
}

static int add_object_build(struct dl_phdr_info *object, size_t size, void *arg)
{
    Builds *builds = arg;
    bool found = false;
    (void)size;
    for (int i = 0; i < object->dlpi_phnum && !found; i++) {
        const ElfW(Phdr) *segment = &object->dlpi_phdr[i];
        if (segment->p_type == PT_NOTE)
            found = add_build(builds, (const char *)(object->dlpi_addr + segment->p_vaddr), segment->p_memsz);
    }
    builds->has_all &= found;
    return 0;
}

/* Digest of the identities; false when an object has none. */
static bool find_builds(Run *run, char digest[SHA256_TEXT_SIZE])
{
    Builds builds = {.has_all = true};
    str_init(run, &builds.text);
    dl_iterate_phdr(add_object_build, &builds);
    sha256_text(str_text(&builds.text), builds.text.length, digest);
    bool ok = builds.has_all && builds.text.length;
    str_clear(&builds.text);
    return ok;
}

/* ---- records ---- */

const char *checked_record(Run *run, const CheckedProof *proof, const ProofCheck *did)
{
    char builds[SHA256_TEXT_SIZE], certificate[SHA256_TEXT_SIZE], sum[SHA256_TEXT_SIZE];
    if (!find_builds(run, builds)) return NULL;
    sha256_text(proof->text, proof->length, certificate);
    Str out;
    str_init(run, &out);
    str_addf(&out, "chorus checked 1\nkey %s\nbuild %s\ncertificate %s\nclaim %u %u\n", proof->key, builds, certificate,
             (unsigned)proof->claim.kind, proof->claim.size);
    str_addf(&out, "obligations %" PRIu64 "\nreplayed %u %" PRIu64 "\nby-one-code %u\n", did->obligations,
             did->replayed, did->replay_states, did->by_one_code);
    sha256_text(str_text(&out), out.length, sum);
    str_addf(&out, "sum %s\n", sum);
    return str_text(&out);
}

bool checked_is_recorded(Run *run, const CheckedProof *proof, const char *path, ProofCheck *did)
{
    char text[RECORD_MAX];
    FILE *f = fopen(path, "rbe");
    if (!f) return false;
    size_t length = fread(text, 1, sizeof text - 1, f);
    fclose(f);
    text[length] = 0;
    const char *line = strstr(text, "\nobligations ");
    if (!line || sscanf(line, " obligations %" SCNu64 " replayed %" SCNu32 " %" SCNu64 " by-one-code %" SCNu32,
                        &did->obligations, &did->replayed, &did->replay_states, &did->by_one_code) != 4)
        return false;
    const char *expected = checked_record(run, proof, did);
    return expected && strlen(expected) == length && strcmp(expected, text) == 0;
}
