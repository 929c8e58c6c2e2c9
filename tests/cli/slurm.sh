#!/bin/sh
# chorus suite --on=slurm on a Slurm of one node: this machine. Starts munged, slurmctld and slurmd of its own, with files and
# ports of its own, and ends them. Needs root, and Debian's slurmctld, slurmd, slurm-client, munge; without them it is skipped. Prints
# TAP.
#
#   tests/cli/slurm.sh [CHORUS [DIR LIST [SECONDS]]]
#
# With DIR and LIST, the tasks of a table are checked instead, here and on Slurm, with a slurmd that is killed in between; SECONDS
# each (2). The tables are to be the same but for time, memory and tasks that the time limit cut off in either.
chorus_given=${1-}
dir=${2-}
list=${3-}
seconds=${4-2}
for given in "$dir" "$list"; do
    case $given in /* | '') ;; *) echo "1..0 # usage: absolute names of files"; exit 64 ;; esac
done
why=
for program in munged slurmctld slurmd sbatch squeue scancel scontrol; do
    PATH=$PATH:/usr/sbin command -v $program >/dev/null || why="$program is not installed"
done
[ "$(id -u)" -eq 0 ] || why='not root'
if [ -n "$why" ]; then
    echo "1..0 # skipped: $why"
    exit 0
fi
set -- "$chorus_given"
[ -n "$1" ] || shift
. "$(dirname "$0")/common.sh"
PATH=$PATH:/usr/sbin
node=$(hostname -s)
cluster=$base/slurm
mkdir -m 755 "$cluster" "$cluster/state" "$cluster/spool" "$cluster/munge"
SLURM_CONF=$cluster/slurm.conf
export SLURM_CONF
port=$((20000 + $$ % 20000))
cat >"$SLURM_CONF" <<END
ClusterName=test
SlurmctldHost=$node(127.0.0.1)
SlurmctldPort=$port
SlurmdPort=$((port + 1))
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket=$cluster/munge/socket
CryptoType=crypto/munge
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
ReturnToService=2
SlurmdTimeout=8
MinJobAge=60
StateSaveLocation=$cluster/state
SlurmdSpoolDir=$cluster/spool
SlurmctldPidFile=$cluster/slurmctld.pid
SlurmdPidFile=$cluster/slurmd.pid
SlurmctldLogFile=$cluster/slurmctld.log
SlurmdLogFile=$cluster/slurmd.log
NodeName=$node NodeAddr=127.0.0.1 CPUs=$(nproc) RealMemory=$(awk '/^MemTotal/ { print int($2 / 1024) }' /proc/meminfo) State=UNKNOWN
PartitionName=all Nodes=$node Default=YES MaxTime=INFINITE State=UP
END
head -c 1024 /dev/urandom >"$cluster/munge/key"
chmod 400 "$cluster/munge/key"
chmod 711 "$base"

# They are ended by their numbers. Without TMPDIR, since they stay while nothing of the tests may.
munged_pid=
controller=
daemon=
stop() {
    scancel --user=root 2>/dev/null
    for pid in $daemon $controller $munged_pid; do kill "$pid" 2>/dev/null; done
    for pid in $daemon $controller $munged_pid; do wait "$pid" 2>/dev/null; done
    rm -rf "$base"
}
trap stop EXIT
start_daemon() {
    env -u TMPDIR slurmd -D >"$cluster/slurmd.out" 2>&1 &
    daemon=$!
}
env -u TMPDIR munged --foreground --force --key-file="$cluster/munge/key" --socket="$cluster/munge/socket" \
    --pid-file="$cluster/munge/pid" --log-file="$cluster/munge/log" --seed-file="$cluster/munge/seed" >"$cluster/munge/out" 2>&1 &
munged_pid=$!
sleep 1
env -u TMPDIR slurmctld -D -c >"$cluster/slurmctld.out" 2>&1 &
controller=$!
start_daemon
up=
for _ in $(seq 60); do
    up=$(sinfo -h -o %T 2>/dev/null)
    [ "$up" != idle ] || break
    sleep 1
done
problem=
[ "$up" = idle ] || complain "$(tail -n 5 "$cluster/slurmctld.log" "$cluster/slurmd.log" "$cluster"/*.out)"
verdict 'a node is there'
[ "$failures" -eq 0 ] || { plan; exit 1; }

# rows TABLE: what must be the same: names, verdicts, how tasks ended.
rows() { awk -F '\t' -v OFS='\t' '{ print $1, $2, $3, $4, $5 }' "$1" | sort; }

if [ -n "$list" ]; then
    problem=
    "$chorus" suite --tasks-dir="$dir" --property=no-data-race --time-limit="$seconds" --output=here.tsv "$list" >here.txt 2>&1
    tail -n 1 here.txt | sed 's/^/# here: /'
    "$chorus" suite --on=slurm --tasks-dir="$dir" --property=no-data-race --time-limit="$seconds" --output=slurm.tsv "$list" \
        >slurm.txt 2>&1 &
    suite=$!
    half=$(($(wc -l <here.tsv) / 3))
    while kill -0 "$suite" 2>/dev/null && [ "$(cat slurm.tsv.part 2>/dev/null | wc -l)" -lt "$half" ]; do sleep 1; done
    echo "# slurmd is killed after $(wc -l <slurm.tsv.part) tasks"
    kill -KILL "$daemon"
    for step in $(pgrep -x slurmstepd); do # of our cluster only
        grep -qzF "SLURM_CONF=$SLURM_CONF" "/proc/$step/environ" && kill -KILL "$step"
    done 2>/dev/null
    sleep 15
    echo "# the node is $(sinfo -h -o %T); slurmd starts again"
    start_daemon
    wait "$suite"
    tail -n 1 slurm.txt | sed 's/^/# on slurm: /'
    rows here.tsv >here.rows
    rows slurm.tsv >slurm.rows
    # A task that the limit cut off in one of them only says nothing about either.
    awk -F '\t' '$5 == "timeout" { print $1 }' here.rows slurm.rows | sort -u >cut
    awk -F '\t' 'NR == FNR { cut[$1]; next } !($1 in cut)' cut here.rows >here.sure
    awk -F '\t' 'NR == FNR { cut[$1]; next } !($1 in cut)' cut slurm.rows >slurm.sure
    echo "# $(wc -l <here.sure) rows are compared, $(wc -l <cut) tasks were cut off in one of the tables at least; $(diff here.rows slurm.rows | grep -c '^<') rows differ"
    diff here.sure slurm.sure >difference || complain "$(head -n 20 difference)"
    [ "$(wc -l <here.tsv)" -eq "$(wc -l <slurm.tsv)" ] || complain "$(wc -l here.tsv slurm.tsv)"
    verdict 'the tables are the same but for time'
    plan
    exit
fi

# ---- a small suite ----

cp "$root/bench/programs/tas-lock.c" safe.c
cp "$root/bench/programs/tas-lock_buggy.c" buggy.c
sed -i 's/assert(\(.*\));/if (!(\1)) reach_error();/; 1i extern void reach_error(void);' safe.c buggy.c
cat >long.c <<'END'
extern void reach_error(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
int main(void)
{
    unsigned long a = __VERIFIER_nondet_ulong(), b = __VERIFIER_nondet_ulong();
    if (a > 1 && b > 1 && a < 4294967296ul && b < 4294967296ul && a * b == 9223372036854775783ul) reach_error();
}
END
printf 'safe.c\tunreach-call\ttrue\nbuggy.c\tunreach-call\tfalse\nlong.c\tunreach-call\tfalse\n' >all.tsv
problem=
run suite --time-limit=2 --output=here.tsv all.tsv
run suite --on=slurm --time-limit=2 --output=slurm.tsv all.tsv
[ "$status" -eq 0 ] || complain "exit status $status: $(cat "$base/err")"
rows here.tsv >here.rows
rows slurm.tsv | diff here.rows - >difference || complain "$(cat difference)"
[ "$(echo slurm.tsv*)" = slurm.tsv ] || complain "left behind: $(echo slurm.tsv*)"
verdict 'a suite as an array job'

problem=
"$chorus" suite --on=slurm --time-limit=100 --output=cut.tsv all.tsv >"$base/out" 2>"$base/err" &
suite=$!
while kill -0 "$suite" 2>/dev/null && [ "$(cat cut.tsv.part 2>/dev/null | wc -l)" -lt 4 ]; do sleep 0.2; done
kill -INT "$suite"
wait "$suite"
[ "$(wc -l <cut.tsv)" -eq 3 ] || complain "$(cat cut.tsv)"
for _ in $(seq 30); do
    [ -n "$(squeue -h)" ] || break
    sleep 1
done
[ -z "$(squeue -h)" ] || complain "not cancelled: $(squeue)"
[ "$(echo cut.tsv.slurm*)" = 'cut.tsv.slurm*' ] || complain "left behind: $(echo cut.tsv*)"
grep -q '^chorus: interrupted: not all of the 3 tasks' "$base/err" || complain "$(cat "$base/err")"
verdict 'an interrupt cancels the job; the table so far'

problem=
run suite --on=slurm --time-limit=100 --output=cut.tsv --resume all.tsv -- --property=none
[ "$status" -eq 64 ] || complain "exit status $status"
verdict 'options are refused before anything is submitted'
plan
