import type { LeaveOutInput } from '@pigeonpost/contract/calls/leave-out';
import type { List } from '@pigeonpost/contract/calls/lists';
import type { Profile } from '@pigeonpost/contract/calls/profiles';
import type { Template } from '@pigeonpost/contract/calls/templates';
import type { ProfileChoice } from '../../profiles/parts/picking-order.ts';
import { profileChoice } from './profile-choice.ts';

/** What a campaign copies of a template. */
export type ChosenTemplate = Pick<Template, 'id' | 'name' | 'content'>;

/** The choices made by hand for a campaign; undefined until then. */
export type Choices = {
  template: ChosenTemplate | undefined;
  list: List | undefined;
  profile_ids: number[] | undefined;
};

/** What a campaign that is changed has already: its copy of the message, and profiles that may be busy by now. */
export type OwnParts = {
  campaign_id: number;
  template: ChosenTemplate;
  list_id: number;
  profile_ids: number[];
  leave_out: LeaveOutInput;
  /** A follow-up keeps its list and its profiles. */
  is_follow_up: boolean;
};

type Preset = { template: ChosenTemplate | undefined; list: List | undefined; profile_ids: number[] };

/** The server's rows of a kind, or the first hundred of them. */
type Known<T> = { things: T[] | undefined; total: number | undefined };

type KnownParts = { templates: Known<ChosenTemplate>; lists: Known<List>; profiles: Known<Profile> };

/** Whether a profile can be picked; a campaign may keep its own, which its start looks at. */
export function choiceOf(profile: Profile, own: OwnParts | undefined): ProfileChoice {
  const choice = profileChoice(profile);
  return own?.profile_ids.includes(profile.id) ? { ...choice, isFree: true } : choice;
}

/**
 * The present parts of a campaign: another window may have changed, used or deleted a choice. `gone` names parts that
 * were chosen by hand and no longer exist.
 */
export function resolveChoices(
  chosen: Choices,
  { preset, known, own }: { preset: Preset; known: KnownParts; own: OwnParts | undefined },
) {
  const template = isOwnMessage(chosen.template, own)
    ? own?.template
    : chosen.template
      ? asItIs(chosen.template, known.templates)
      : preset.template;
  const list = chosen.list ? asItIs(chosen.list, known.lists) : preset.list;
  const ids = chosen.profile_ids ?? preset.profile_ids;
  const profile_ids = ids.filter((id) => {
    const profile = known.profiles.things?.find((one) => one.id === id);
    return profile ? choiceOf(profile, own).isFree : !isWhole(known.profiles);
  });
  const gone = {
    template: template ? undefined : chosen.template?.name,
    list: list ? undefined : chosen.list?.name,
  };
  return { template, list, profile_ids, gone };
}

/** Whether it is the campaign's copy of its template; the template may have another text by now. */
export function isOwnMessage(template: ChosenTemplate | undefined, own: OwnParts | undefined): boolean {
  return (
    template !== undefined && template.id === own?.template.id && template.content === own.template.content
  );
}

function asItIs<T extends { id: number }>(thing: T, known: Known<T>): T | undefined {
  return known.things?.find(({ id }) => id === thing.id) ?? (isWhole(known) ? undefined : thing);
}

/** Whether a row that is not in it does not exist. */
function isWhole<T>({ things, total = Number.POSITIVE_INFINITY }: Known<T>): boolean {
  return things !== undefined && things.length >= total;
}
