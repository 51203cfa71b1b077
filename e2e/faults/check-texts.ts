import type { ReasonKind } from '@pigeonpost/contract/reasons';
import { TEMPLATE_CONTENT_MAX } from '@pigeonpost/contract/templates';
import { fillText, findUnfilled, type Part, parseText } from '@pigeonpost/contract/text/message-text';
import type { Audience } from './audience.ts';
import type { EndedDelivery } from './read-end.ts';
import type { Scene } from './scene.ts';
import type { Arrival } from './site.ts';

/** Reasons of a skip that come before a person's values. */
const OTHER_REASONS: (ReasonKind | null)[] = ['do_not_contact', 'messaged', 'gone', 'by_hand', 'budget'];

/**
 * Each message is the text of its campaign with the values in the row of its delivery; a person without a needed value
 * is skipped for that (docs/engine.md#blanks).
 */
export function checkTexts(scene: Scene, deliveries: readonly EndedDelivery[]): string[] {
  return [
    ...scene.site.arrivals.flatMap((arrival) => checkMessage(scene, arrival, deliveries)),
    ...deliveries.flatMap((delivery) => checkUnfit(scene, delivery)),
  ];
}

function checkMessage(
  scene: Scene,
  { person, message }: Arrival,
  deliveries: readonly EndedDelivery[],
): string[] {
  const campaign = scene.campaigns.find(({ id }) => id === scene.campaignOf({ message }));
  if (!campaign) return [];
  const { parts } = parseText(campaign.message);
  const row = deliveries.find((one) => one.campaign_id === campaign.id && one.recipient === person);
  const problems: string[] = [];
  if ([...message].length > TEMPLATE_CONTENT_MAX) problems.push('is too long');
  if (!couldRead(scene.audience, { person, message, parts }))
    problems.push('has a value that its person never had');
  // A copy of the database may have forgotten the try that arrived.
  if (row && !scene.hadCopy) {
    const values = scene.audience.valuesOf(person, row.blanks ?? {});
    if (findUnfilled(parts, values).length > 0) problems.push('has a hole by its row');
    else if (fillText(parts, values) !== message)
      problems.push(`is not that of its row, ${fillText(parts, values)}`);
  }
  return problems.map((what) => `The message "${message}" to ${person} ${what}.`);
}

/** Whether the message is the text with values that the person had at some time. */
function couldRead(
  audience: Audience,
  { person, message, parts }: Pick<Arrival, 'person' | 'message'> & { parts: readonly Part[] },
): boolean {
  const [part, ...others] = parts;
  if (part === undefined) return message === '';
  const words =
    typeof part === 'string'
      ? [part]
      : audience.valuesEver(person, part.name).flatMap((value) => value ?? part.else ?? []);
  return words.some(
    (word) =>
      message.startsWith(word) &&
      couldRead(audience, { person, message: message.slice(word.length), parts: others }),
  );
}

function checkUnfit(
  scene: Scene,
  { campaign_id, recipient, state, reason_kind, reason_args }: EndedDelivery,
): string[] {
  const campaign = scene.campaigns.find(({ id }) => id === campaign_id);
  if (!campaign || recipient === null) return [];
  const { parts } = parseText(campaign.message);
  const problem = (what: string) => [`${recipient} of campaign ${campaign_id} ${what}.`];
  if (state !== 'skipped')
    return scene.audience.neverHadWhatNeeds(recipient, parts)
      ? problem(`never had a value, and is ${state}`)
      : [];
  const { blank, characters = 0 } = reason_args ?? {};
  if (OTHER_REASONS.includes(reason_kind)) return [];
  if (reason_kind === 'replied' && scene.site.hasWritten(recipient)) return [];
  if (reason_kind === 'taken_out' && scene.takenOut.has(recipient)) return [];
  if (blank === 'city' && scene.audience.valuesEver(recipient, blank).includes(null)) return [];
  return characters > TEMPLATE_CONTENT_MAX ? [] : problem(`was skipped as ${reason_kind}`);
}
