import { noEntry } from './first-state.ts';
import { at, type State, type Tables } from './state.ts';

/** A copy that shares nothing with what it was made of. */
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
    ledger: s.ledger.map(({ isSent, sending, unclear }) => ({
      isSent,
      sending: [...sending],
      unclear: [...unclear],
    })),
    // What was kept is never changed itself.
    gone: s.gone.map((rows) => [...rows]),
    maySend: s.maySend,
    mark: s.mark,
    grants: s.grants,
    epoch: s.epoch,
    isFrozen: s.isFrozen,
    machines: s.machines.map((machine) => ({ ...machine, grants: [...machine.grants] })),
  };
}

/** Another state with the same content: what changes it leaves this one as it is. By hand, for speed. */
export function copyState(s: State): State {
  return {
    ...s,
    ...copyTables(s),
    // What a disaster brings back is never changed itself.
    answered: s.answered.map((task) => ({ ...task })),
    tasks: s.tasks.map((task) => task && { ...task }),
    reports: s.reports.map((report) => ({ ...report })),
    net: s.net.map((message) => ({ ...message })),
    inbox: s.inbox.map((counts) => [...counts]),
    noted: s.noted.map((marks) => [...marks]),
  };
}

/**
 * A name that was not there then is not there now. Whom a campaign was started with, and what an owner set by hand, stays
 * known to us alone.
 */
export function goBackTo(s: State, then: Tables): void {
  const { names, campaigns, profiles, rows, ledger, gone, maySend } = copyTables(then);
  const added = s.names.slice(names.length).map((name) => ({ ...name, isDeleted: true, campaign: null }));
  s.campaigns = campaigns.map((campaign, index) => ({ ...campaign, chosen: at(s.campaigns, index).chosen }));
  const there = names.map((name, index) => ({ ...name, isByHand: at(s.names, index).isByHand }));
  s.names = [...there, ...added];
  s.rows = rows.map((of) => [...of, ...added.map(() => null)]);
  s.ledger = [...ledger, ...s.ledger.slice(ledger.length).map(noEntry)];
  s.gone = gone.map((of) => [...of, ...added.map(() => null)]);
  s.profiles = profiles;
  s.maySend = maySend;
  s.unsynced = null;
}
