#!/usr/bin/env bash
# For suites of the installed service, inside the laptop with systemd as the first process: what they say and ask.

unit=swiped.service
service=org.swiped.Swiped1
manager=("$service" /org/swiped/Swiped1 "$service.Manager")

# MARK: Saying

ok() { printf 'ok %s\n' "$*"; }
failed() {
  printf 'FAILED %s\n' "$*"
  journalctl --unit $unit --no-pager --quiet --lines 5 --output cat | sed 's/^/    | /'
}
# check TITLE COMMAND…: whether the command holds.
check() { if "${@:2}"; then ok "$1"; else failed "$1"; fi; }
# equals TITLE EXPECTED GOT
equals() {
  if [[ $3 == "$2" ]]; then
    ok "$1"
  else
    failed "$1"
    printf '    | expected: %s\n    | got:      %s\n' "$2" "$3"
  fi
}
# runs PID: whether the process is there; a zombie has ended.
runs() { [[ $(sed 's/.*) //' "/proc/$1/stat" 2>/dev/null) == [^ZX]* ]]; }
# within SECONDS COMMAND…: waits until the command holds. A command that is a function here sees this one's variables.
within() {
  local tries_of_within=$(($1 * 20))
  until "${@:2}"; do
    ((tries_of_within-- > 0)) || return 1
    sleep 0.05
  done
}
quietly() { "$@" >/dev/null 2>&1; }
as() { setpriv --reuid "$1" --regid "$1" --clear-groups "${@:2}"; }

# MARK: The service

property() { systemctl show --property "$1" --value $unit; }
pid() { property MainPID; }
is_active() { [[ $(property ActiveState) == active ]]; }
# The lines that the journal has of the service.
says() {
  journalctl --sync
  journalctl --unit $unit --no-pager --quiet --output cat | grep -qE -- "$1"
}
# A loop that stands still would be ended by the watchdog, which is tried elsewhere.
without_watchdog() {
  mkdir -p /run/systemd/system/$unit.d
  printf '[Service]\nWatchdogSec=0\n' >/run/systemd/system/$unit.d/no-watchdog.conf
  systemctl daemon-reload
}
descriptors_of() { find "/proc/$1/fd" -mindepth 1 2>/dev/null | wc -l; }
status_of() { awk -v key="$2:" '$1 == key { print $2 }' "/proc/$1/status"; }
# How often the process has been put to work, all threads together.
wakeups_of() { cat /proc/"$1"/task/*/status | awk '/ctxt_switches/ { sum += $2 } END { print sum + 0 }'; }
# Neither woken nor gone: quiet_after TITLE PID
quiet_after() {
  local before after
  sleep 20
  before=$(wakeups_of "$2")
  sleep 20
  after=$(wakeups_of "$2")
  check "after $1 it rests, woken $((after - before)) times in 20 s" test "$((after - before))" -le 2
  check "after $1 it is the same process, and active" test "$(pid)" = "$2" -a "$(property ActiveState)" = active
}
has_name() { quietly busctl get-property "${manager[@]}" Version; }
lacks_name() { ! has_name; }
