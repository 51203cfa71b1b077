import { noEntry } from './first-state.ts';
import { at, type State, type Tables } from './state.ts';

/** A deep copy of tables. */
export function copyTables(s: Tables): Tables {
  return {
    names: s.names.map((name) => ({ ...name })),
    campaigns: s.campaigns.map((campaign) => ({
      ...campaign,
      profiles: [...campaign.profiles],
      chosen: [...campaign.chosen],
    })),
    profiles: s.profiles.map((profile) => ({ ...profile, lease: profile.lease && { ...profile.lease } })),
    rows: s.rows.map((rows) => rows.map((row) => row && { ...row })),
    ledger: s.ledger.map(({ isSent, sending, unclear, stopped, unreplied, unrepliedAfter }) => ({
      isSent,
      sending: [...sending],
      unclear: [...unclear],
      stopped: [...stopped],
      unreplied: [...unreplied],
      unrepliedAfter: [...unrepliedAfter],
    })),
    values: [...s.values],
    // Kept rows are never changed themselves.
    gone: s.gone.map((rows) => [...rows]),
    maySend: s.maySend,
    isOpen: s.isOpen,
    cap: s.cap,
    begun: s.begun,
    mark: s.mark,
    grants: s.grants,
    epoch: s.epoch,
    isFrozen: s.isFrozen,
    machines: s.machines.map((machine) => ({ ...machine, grants: [...machine.grants] })),
  };
}

/** A copy of a state that can be changed independently. Written by hand, for speed. */
export function copyState(s: State): State {
  return {
    ...s,
    ...copyTables(s),
    // Restored tables are never changed themselves.
    answered: s.answered.map((task) => ({ ...task })),
    tasks: s.tasks.map((task) => task && { ...task }),
    reports: s.reports.map((report) => ({ ...report })),
    // What was written is never changed itself.
    wrote: [...s.wrote],
    known: [...s.known],
    said: [...s.said],
    isUndecided: [...s.isUndecided],
    hasStopped: [...s.hasStopped],
    leftOut: [...s.leftOut],
    net: s.net.map((message) => ({ ...message })),
    inbox: s.inbox.map((counts) => [...counts]),
    grantedToday: {
      account: s.grantedToday.account,
      campaigns: [...s.grantedToday.campaigns],
    },
    record: s.record.map((record) => ({ ...record })),
    inboxWhenOut: s.inboxWhenOut.map((counts) => [...counts]),
    read: s.read.map((values) => [...values]),
    noted: s.noted.map((marks) => [...marks]),
  };
}

/**
 * A name that was added later is gone. The names that a campaign was started with, and changes by hand, are kept for
 * the checks.
 */
export function goBackTo(s: State, then: Tables): void {
  const { names, campaigns, profiles, rows, ledger, values, gone, maySend } = copyTables(then);
  const added = s.names.slice(names.length).map((name) => ({ ...name, isDeleted: true, campaign: null }));
  s.campaigns = campaigns.map((campaign, index) => ({ ...campaign, chosen: at(s.campaigns, index).chosen }));
  const there = names.map((name, index) => ({ ...name, isByHand: at(s.names, index).isByHand }));
  s.names = [...there, ...added];
  s.rows = rows.map((of) => [...of, ...added.map(() => null)]);
  s.ledger = [...ledger, ...s.ledger.slice(ledger.length).map(noEntry)];
  s.values = [...values, ...s.values.slice(values.length).map(() => 0)];
  s.gone = gone.map((of) => [...of, ...added.map(() => null)]);
  s.profiles = profiles;
  s.maySend = maySend;
  s.unsynced = null;
}
