import type { Campaign } from '@pigeonpost/contract/calls/campaigns';
import { queryClient } from '../api/query-client.ts';
import { serverNow } from '../clock.ts';
import { campaignKeys } from '../query-keys.ts';
import { toast } from '../ui/feedback/toast.ts';
import { campaignQuery } from './campaign-queries.ts';

const STARTED = 'Campaign started.';

// The starts pressed here whose seconds run, by campaign: how to follow them no longer.
const followed = new Map<number, () => void>();

type Follow = {
  /** Offers Undo in a toast, because the campaign's page is not shown. */
  undo?: (() => void) | undefined;
  /** The toast at the end. */
  done?: string | undefined;
};

/** Says that a campaign has started once its start can no longer be undone (docs/behaviour.md#undo-a-start). */
export function followStart(campaign: Campaign, { undo, done = STARTED }: Follow): void {
  const { id, name, countdown_until } = campaign;
  leaveStart(id);
  if (countdown_until === null) {
    toast.success(done);
    return;
  }
  const leftMs = Date.parse(countdown_until) - serverNow();
  const dismiss = undo && toast.undo(`${name} is about to start. Nothing has been sent.`, undo, leftMs);
  const timer = setTimeout(() => void tellStarted(id, done), leftMs);
  followed.set(id, () => {
    clearTimeout(timer);
    dismiss?.();
  });
}

/** After an undo, a pause or an end there is nothing to say. Whether the seconds of a start that was pressed here still ran. */
export function leaveStart(id: number): boolean {
  followed.get(id)?.();
  return followed.delete(id);
}

/** Another window may have undone it meanwhile. */
async function tellStarted(id: number, done: string): Promise<void> {
  followed.delete(id);
  await queryClient.invalidateQueries({ queryKey: campaignKeys.all });
  const campaign = await queryClient.fetchQuery(campaignQuery(id)).catch(() => undefined);
  if (campaign?.status === 'running') toast.success(done);
}

/** The campaign whose start was pressed last where its bar will be shown. */
let awaited: number | undefined;
const moveOn = () => {
  awaited = undefined;
};

/** The bar of this campaign takes the focus when it appears, unless something else was pressed by then. */
export function awaitBar(id: number): void {
  awaited = id;
  for (const press of ['keydown', 'pointerdown'] as const)
    document.addEventListener(press, moveOn, { capture: true, once: true });
}

/** Whether the bar takes the focus: once for each press. */
export function takesFocus(id: number): boolean {
  const isAwaited = awaited === id;
  if (isAwaited) awaited = undefined;
  return isAwaited;
}
