import { endLostConnections } from './access/live-sessions.ts';
import { forgetSecurityEvents } from './access/security-events.ts';
import { deleteExpiredSessions } from './access/session-queries.ts';
import { forgetAttempts } from './access/throttle.ts';
import { isDatabaseAway, isDiskFull } from './database/outage.ts';
import type { Deps } from './deps.ts';
import { learnTime } from './engine/engine-lock.ts';
import { requeueDeletedCampaigns } from './engine/requeue/requeue.ts';
import { requeueRetries } from './engine/requeue/requeue-failed.ts';
import { forgetDeletedDeliveries } from './engine/requeue/requeue-queries.ts';
import { startScheduled } from './engine/start/schedule.ts';
import { sweepEverybody, sweepLeases } from './engine/sweep.ts';
import { forgetTests } from './engine/test-queries.ts';
import { announceDisconnectedAgents } from './features/agents/presence.ts';
import { answerWishes } from './features/auth/answer-wishes.ts';
import { forgetResetLinks } from './features/auth/password-resets.ts';
import { tellStages } from './features/campaigns/standstill/tell-stages.ts';
import { forgetErasedNames } from './features/erasures/forget-names.ts';
import { removeFieldsAndTags } from './features/fields/remove-fields-and-tags.ts';
import { forgetImports } from './features/imports/replaced-queries.ts';
import { finishUndos } from './features/imports/undo-import.ts';
import { forgetMails, sendMails } from './features/mail/send-mails.ts';
import { mailNotifications } from './features/notifications/mail-notifications.ts';
import { forgetNotifications } from './features/notifications/queries.ts';
import { watchForUsers } from './features/notifications/watch.ts';
import { forgetPairings } from './features/pairings/pairing.ts';
import { forgetDeleted } from './features/recipients/deleted-queries.ts';
import { removeDeletedLists } from './features/recipients/remove-deleted-lists.ts';
import { forgetReplyTexts } from './features/replies/forget-texts.ts';
import { readDueReplies } from './features/replies/readings.ts';
import { expireRequests } from './features/requests/expire-requests.ts';
import { recoverLinks } from './features/stop-link/recover-links.ts';
import { removeDeletedUsers } from './features/users/remove-deleted-users.ts';
import { forEachIsolated } from './isolate.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
/** Between the second turns of two jobs. */
const APART_MS = 50;

interface Job {
  every: number;
  /** For work of this process itself; one server does all other timers for all (docs/scaling.md#timers). */
  isOfEach?: true;
  work: (deps: Deps, signal: AbortSignal) => Promise<unknown>;
}

const jobs: Record<string, Job> = {
  'ending leases that ran out': { every: 5 * SECOND_MS, work: (deps) => sweepLeases(deps) },
  'starting scheduled campaigns': { every: 5 * SECOND_MS, work: startScheduled },
  'looking for work that no sweep has found': { every: 10 * MINUTE_MS, work: sweepEverybody },
  'putting the names of deleted campaigns back': { every: 2 * SECOND_MS, work: requeueDeletedCampaigns },
  'putting names back that a campaign tries again': { every: 2 * SECOND_MS, work: requeueRetries },
  'taking undone imports out of their lists': { every: 10 * SECOND_MS, work: finishUndos },
  'taking the names of erased people out of logs': { every: 10 * SECOND_MS, work: forgetErasedNames },
  'making stop links known again after a restore': { every: 10 * SECOND_MS, work: recoverLinks },
  'removing deleted lists': { every: 10 * SECOND_MS, work: removeDeletedLists },
  'removing deleted fields and tags': { every: 10 * SECOND_MS, work: removeFieldsAndTags },
  'removing what deleted users left': { every: 10 * SECOND_MS, work: removeDeletedUsers },
  'ending requests that no agent answered': { every: 5 * SECOND_MS, work: expireRequests },
  'having replies read': { every: 15 * SECOND_MS, work: readDueReplies },
  'telling users what no call brings about': { every: 30 * SECOND_MS, work: watchForUsers },
  'putting notifications into mails': { every: 30 * SECOND_MS, work: mailNotifications },
  'answering wishes for a new password': { every: 2 * SECOND_MS, work: answerWishes },
  'sending mails': { every: 3 * SECOND_MS, work: sendMails },
  'looking for agents that fell silent': { every: 5 * SECOND_MS, work: announceDisconnectedAgents },
  'closing the connections of sessions that ended': {
    every: 5 * SECOND_MS,
    isOfEach: true,
    work: endLostConnections,
  },
  'telling stages that time has changed': { every: 2 * SECOND_MS, isOfEach: true, work: tellStages },
  'reading the time of the database': { every: 5 * SECOND_MS, isOfEach: true, work: followTime },
  'looking at the free space of the disk': {
    every: MINUTE_MS,
    isOfEach: true,
    work: (deps) => deps.disk.look(),
  },
  'forgetting old notifications': {
    every: 10 * MINUTE_MS,
    work: (deps) => deps.asSystem('forget notifications', (tx) => forgetNotifications(tx, deps.clock.now())),
  },
  'forgetting old lines of the security log': { every: 60 * MINUTE_MS, work: forgetSecurityEvents },
  'forgetting old messages of deleted campaigns': {
    every: 60 * MINUTE_MS,
    work: (deps) =>
      deps.asSystem('forget deleted deliveries', (tx) => forgetDeletedDeliveries(tx, deps.clock.now())),
  },
  'forgetting what can no longer be brought back': {
    every: 10 * MINUTE_MS,
    work: (deps) =>
      deps.asSystem('forget what was deleted', async (tx) => {
        await forgetDeleted(tx, deps.clock.now());
        await forgetImports(tx, deps.clock.now());
      }),
  },
  'forgetting old texts of replies': { every: 60 * MINUTE_MS, work: forgetReplyTexts },
  'forgetting old tests': {
    every: 60 * MINUTE_MS,
    work: (deps) => deps.asSystem('forget tests', (tx) => forgetTests(tx, deps.clock.now())),
  },
  'forgetting old mails': { every: 60 * MINUTE_MS, work: forgetMails },
  'forgetting old sign-ins': { every: 10 * MINUTE_MS, work: forgetSignIns },
};

/** Starts the timers; the function it returns stops them and waits for those at work. */
export function startTimers(deps: Deps): () => Promise<void> {
  const stop = new AbortController();
  const all = Object.entries(jobs);
  const loops = all.map(([name, job], index) =>
    repeat({ deps, name, job, after: index * APART_MS, signal: stop.signal }),
  );
  return async () => {
    stop.abort();
    await Promise.all(loops);
  };
}

interface Run {
  deps: Deps;
  name: string;
  job: Job;
  /**
   * Its second turn comes this many milliseconds later: a press of Start would have to wait for all timers that are due
   * together.
   */
  after: number;
  signal: AbortSignal;
}

async function repeat(run: Run): Promise<void> {
  const { deps, name, job, signal } = run;
  let { after } = run;
  while (!signal.aborted) {
    // A failure is logged and the job runs again at its next turn: the database may be away for a while.
    await takeTurn(run).catch((err) => {
      if (isDatabaseAway(err)) deps.suspectOutage(err);
      else if (isDiskFull(err)) deps.disk.noteFull();
      else deps.log.warn({ err }, `Something failed while ${name}. It is tried again at the next turn.`);
    });
    await deps.clock.sleep(job.every + after, signal);
    after = 0;
  }
}

async function takeTurn({ deps, job, signal }: Run) {
  if (job.isOfEach || (await deps.leads())) await job.work(deps, signal);
}

async function followTime(deps: Deps): Promise<void> {
  await deps.readAsSystem('reading the time', (tx) => learnTime({ tx, deps }));
}

async function forgetSignIns(deps: Deps): Promise<void> {
  const now = deps.clock.now();
  const failure = 'Old sign-ins could not be forgotten.';
  await forEachIsolated(
    [forgetAttempts, deleteExpiredSessions, forgetResetLinks, forgetPairings],
    { log: deps.log, failure },
    (forget) => deps.asSystem('forget sign-ins', (tx) => forget(tx, now)),
  );
}
