#!/bin/sh
# The table of docs/measured/libraries.md: the drivers of bench/programs/libraries over Concurrency Kit and liburcu as Debian
# ships them, and over copies of these with one mistake each. Needs Debian 12 and its servers:
#
#     bench/libraries.sh [CHORUS [SECONDS]]
#
# A mistake is a line of sed for one file, or an option of the compiler. What is fetched goes into a temporary folder.
# Fails unless each driver is true, and false with its mistake.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
chorus=$(realpath "${1:-$here/../build/release/chorus}")
seconds=${2:-60}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

# ---- what Debian has ----
mkdir -p lists/partial shipped
echo 'deb-src [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] http://deb.debian.org/debian bookworm main' > sources
options="-q -o Dir::Etc::sourcelist=$folder/sources -o Dir::Etc::sourceparts=- -o Dir::State::lists=$folder/lists
    -o Dir::Cache=$folder -o APT::Sandbox::User=root"
{
    apt-get download libck-dev liburcu-dev
    # shellcheck disable=SC2086 # several options
    apt-get $options update
    # shellcheck disable=SC2086
    apt-get $options --download-only source ck
    for package in ./*.deb; do dpkg -x "$package" unpacked; done
    tar xf ck_*.orig.tar.*
} > fetched.log 2>&1 || { cat fetched.log >&2; exit 1; }
mv unpacked/usr/include/* shipped
cp -r shipped/x86_64-linux-gnu/. shipped
cp ck-*/src/ck_barrier_centralized.c ck-*/src/ck_epoch.c ck-*/src/ck_internal.h shipped

# ---- one driver ----
# Sets verdict, by, time.
ask() { # command, folder of headers, driver, option
    begin=$(date +%s%N)
    timeout "$seconds" "$chorus" "$1" --memory-limit=4000 -I"$2" ${4:+"$4"} "$here/programs/libraries/$3.c" \
        > answer 2>&1 || true
    time=$(echo "$begin $(date +%s%N)" | awk '{printf "%.1f", ($2 - $1) / 1e9}')
    result=$(sed -n 's/^RESULT: //p' answer)
    verdict=${result%%[ (]*}
    by=$(echo "$result" | sed -n 's/^[^[]*\[\(.*\)\]$/\1/p')
}

failed=0
row() { # structure, driver, what the mistake is, its file or option, its sed
    ask check shipped "$2"
    line="| $1 | ${verdict:-none} | ${by:-} | $time |"
    [ "$verdict" = true ] || failed=1
    ask race shipped "$2"
    line="$line ${verdict:-none} | $time |"
    if [ -n "${5:-}" ]; then
        rm -rf mutant && cp -r shipped mutant
        sed -i "$5" "mutant/$4"
        if cmp -s "shipped/$4" "mutant/$4"; then echo "$2: the mistake is not in $4" >&2; failed=1; fi
        ask check mutant "$2"
    else
        ask check shipped "$2" "$4"
    fi
    echo "$line $3 | ${verdict:-none} | $time |"
    [ "$verdict" = false ] || failed=1
}

echo '| structure | verdict | for | seconds | no race | seconds | mistake | verdict | seconds |'
echo '|---|---|---|--:|---|--:|---|---|--:|'
row ck_spinlock_fas spin-fas 'the exchange is a load and a store' spinlock/fas.h \
    's/(ck_pr_fas_uint(&lock->value, true) == true)/(ck_pr_load_uint(\&lock->value) || (ck_pr_store_uint(\&lock->value, true), 0))/'
row ck_spinlock_cas spin-cas 'the exchange stores what was there' spinlock/cas.h \
    's/ck_pr_cas_uint(&lock->value, false, true)/ck_pr_cas_uint(\&lock->value, false, false)/'
row ck_spinlock_dec spin-dec 'built for one processor, without lock' -DCK_MD_UMP
row ck_spinlock_ticket spin-ticket 'built for one processor, without lock' -DCK_MD_UMP
row ck_spinlock_mcs spin-mcs 'who waits is not marked so' spinlock/mcs.h 's/node->locked = true/node->locked = false/'
row ck_rwlock rwlock 'writers do not wait for readers' ck_rwlock.h \
    's/while (ck_pr_load_uint(&rw->n_readers) != 0)/while (0)/'
row ck_sequence sequence 'numbers are never odd' ck_sequence.h 's/sq->sequence + 1/sq->sequence + 2/'
row ck_barrier_centralized barrier 'the last but one does not wait' ck_barrier_centralized.c 's/n_threads - 1/n_threads - 2/'
row 'ck_ring, one producer' ring-spsc 'published before it is filled' ck_ring.h \
    '/^_ck_ring_enqueue_sp(struct/,/^}/{/memcpy(buffer, entry, ts);/d;s/return true;/memcpy(buffer, entry, ts); return true;/}'
row 'ck_ring, several' ring-mpmc 'built for one processor, without lock' -DCK_MD_UMP
row ck_stack stack 'the number stays the same' ck_stack.h 's/original.generation + 1/original.generation/'
row 'ck_fifo, one producer' fifo-spsc 'published before it is filled' ck_fifo.h \
    '/^ck_fifo_spsc_enqueue(/,/^}/{/entry->value = value;/d;s/fifo->tail = entry;/fifo->tail = entry; entry->value = value;/}'
row 'ck_fifo, several' fifo-mpmc 'the exchange is a store' ck_fifo.h \
    's/ck_pr_cas_ptr_2(&tail.pointer->next, &next, &update) == true/(ck_pr_store_ptr(\&tail.pointer->next.pointer, entry), 1)/'
row ck_epoch epoch 'one round less' ck_epoch.c 's/CK_EPOCH_GRACE - 1/CK_EPOCH_GRACE - 2/'
row 'liburcu wfcqueue' wfcqueue 'the exchange is a store' urcu/static/wfcqueue.h \
    's/uatomic_cmpxchg(&tail->p, node, &head->node) == node/(uatomic_set(\&tail->p, \&head->node), 1)/'
row 'liburcu wfstack' wfstack 'the exchange is a load and a store' urcu/static/wfstack.h \
    's/old_head = uatomic_xchg(&s->head, new_head);/old_head = s->head; s->head = new_head;/'
row 'liburcu lfstack' lfstack 'the exchange is a comparison and a store' urcu/static/lfstack.h \
    's/head = uatomic_cmpxchg(&s->head, old_head, new_head);/head = s->head; if (head == old_head) s->head = new_head;/'
exit "$failed"
