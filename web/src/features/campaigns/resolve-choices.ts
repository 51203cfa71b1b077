import type { List } from '@pigeonpost/contract/calls/lists';
import type { Profile } from '@pigeonpost/contract/calls/profiles';
import type { Template } from '@pigeonpost/contract/calls/templates';
import { profileChoice } from './profile-choice.ts';

/** What is chosen by hand for a new campaign; undefined until then. */
export type Choices = {
  template: Template | undefined;
  list: List | undefined;
  profile_ids: number[] | undefined;
};

type Preset = { template: Template | undefined; list: List | undefined; profile_ids: number[] };

/** What the server has of a kind, or the first hundred of it. */
type Known<T> = { things: T[] | undefined; total: number | undefined };

type KnownParts = { templates: Known<Template>; lists: Known<List>; profiles: Known<Profile> };

/**
 * The parts of a new campaign as they are now: another window may have changed, used or deleted what is chosen here.
 * `gone` names what was chosen by hand and is there no longer.
 */
export function resolveChoices(chosen: Choices, preset: Preset, known: KnownParts) {
  const template = chosen.template ? asItIs(chosen.template, known.templates) : preset.template;
  const list = chosen.list ? asItIs(chosen.list, known.lists) : preset.list;
  const ids = chosen.profile_ids ?? preset.profile_ids;
  const profile_ids = ids.filter((id) => {
    const profile = known.profiles.things?.find((one) => one.id === id);
    return profile ? profileChoice(profile).isFree : !isWhole(known.profiles);
  });
  const gone = {
    template: template ? undefined : chosen.template?.name,
    list: list ? undefined : chosen.list?.name,
  };
  return { template, list, profile_ids, gone };
}

function asItIs<T extends { id: number }>(thing: T, known: Known<T>): T | undefined {
  return known.things?.find(({ id }) => id === thing.id) ?? (isWhole(known) ? undefined : thing);
}

/** Whether what is not in it is nowhere. */
function isWhole<T>({ things, total = Number.POSITIVE_INFINITY }: Known<T>): boolean {
  return things !== undefined && things.length >= total;
}
