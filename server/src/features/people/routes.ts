import type { peopleCalls } from '@pigeonpost/contract/calls/people';
import { CONFIRM_NAME } from '@pigeonpost/contract/erasures';
import { PERSON_NOTES_MAX } from '@pigeonpost/contract/limits';
import { normalizeRecipient } from '@pigeonpost/contract/recipients';
import { PERSON_REPLIES } from '@pigeonpost/contract/replies';
import { lockNotes, lockUser } from '../../database/locks.ts';
import type { Deps } from '../../deps.ts';
import { badRequest, conflict, notFound } from '../../errors.ts';
import type { Routes } from '../../http/handler.ts';
import { pageSlice, paginationOf } from '../../http/paging.ts';
import { findStandstills } from '../campaigns/standstill.ts';
import { readShortHash } from '../erasures/erased-names.ts';
import { listPersonReplies } from '../replies/queries.ts';
import { getRepliesSettings } from '../replies/settings-queries.ts';
import { listPersonSources, withdrawPersonSource } from '../sources/queries.ts';
import { statePersonSource } from '../sources/state-source.ts';
import { changePerson } from './change-person.ts';
import { erasePerson } from './erase-person.ts';
import { listPersonEvents } from './events-queries.ts';
import { deleteNote, getKnown, insertNote, listNotes } from './known-queries.ts';
import { getPerson, noPerson, refuseNobody } from './person.ts';
import { listPersonCampaigns } from './queries.ts';

const NOTES_FULL = `A person has at most ${PERSON_NOTES_MAX} notes. Delete one first.`;

/** A user's people, by name and across lists (docs/behaviour.md#a-person). */
export function peopleRoutes(deps: Deps): Routes<typeof peopleCalls> {
  return {
    'GET /api/people/{name}': async ({ tx, caller, params, query }) => {
      const key = keyOf(caller.user.id, params.name);
      const slice = pageSlice(query);
      const person = await getPerson(tx, { ...key, now: deps.clock.now() });
      const { campaigns, total, messages_sent } = await listPersonCampaigns(tx, { ...key, slice });
      if (total === 0 && !person.is_known) throw noPerson();
      const inLine = campaigns
        .filter(({ state }) => state === 'pending')
        .map(({ campaign_id: id, campaign_status: status }) => ({ id, status }));
      const standstills = await findStandstills(tx, { user_id: key.user_id, campaigns: inLine }, deps);
      return {
        person: {
          ...person,
          messages_sent,
          budget: (await getRepliesSettings(tx, key.user_id)).budget,
          replies: await listPersonReplies(tx, { ...key, limit: PERSON_REPLIES }),
        },
        campaigns: campaigns.map((one) => ({ ...one, standstill: standstills.get(one.campaign_id) ?? null })),
        pagination: paginationOf(slice, total),
      };
    },

    'GET /api/people/{name}/events': async ({ tx, caller, params, query }) => {
      const key = keyOf(caller.user.id, params.name);
      await refuseNobody(tx, { ...key, now: deps.clock.now() });
      const hash = await readShortHash(tx, deps.secrets, key.name);
      return listPersonEvents(tx, { ...key, ...query, hash });
    },

    'PUT /api/people/{name}': async ({ tx, caller, params, body }) => {
      const key = keyOf(caller.user.id, params.name);
      await lockUser(tx, key.user_id);
      await refuseNobody(tx, { ...key, now: deps.clock.now() });
      await changePerson(tx, { ...key, ...body });
      return { person: await getKnown(tx, key) };
    },

    'POST /api/people/{name}/notes': async ({ tx, caller: { user }, params, body: { text } }) => {
      const key = keyOf(user.id, params.name);
      // Two calls at once, or a call and an import, would both find room for one more.
      await lockNotes(tx, user.id);
      await refuseNobody(tx, { ...key, now: deps.clock.now() });
      if ((await listNotes(tx, key)).length >= PERSON_NOTES_MAX) throw conflict(NOTES_FULL);
      const note = { text, author_name: user.username, created_at: deps.clock.now() };
      return { note: await insertNote(tx, { ...key, ...note }) };
    },

    'POST /api/people/{name}/sources': async ({ tx, caller, params, body }) => {
      const key = keyOf(caller.user.id, params.name);
      await lockUser(tx, key.user_id);
      await refuseNobody(tx, { ...key, now: deps.clock.now() });
      await statePersonSource(tx, { ...key, source: body, now: deps.clock.now() });
      return { sources: await listPersonSources(tx, key) };
    },

    'DELETE /api/people/{name}/sources/{id}': async ({ tx, caller, params, body }) => {
      const key = keyOf(caller.user.id, params.name);
      const withdrawal = { id: params.id, reason: body.reason.trim(), now: deps.clock.now() };
      if (!(await withdrawPersonSource(tx, { ...key, ...withdrawal }))) throw notFound('Source not found');
      return { sources: await listPersonSources(tx, key) };
    },

    'POST /api/people/{name}/erase': async ({ tx, afterCommit, caller, params, body }) => {
      const key = keyOf(caller.user.id, params.name);
      if (normalizeRecipient(body.confirm) !== key.name)
        throw badRequest(CONFIRM_NAME, { fields: { confirm: CONFIRM_NAME } });
      return erasePerson({ tx, afterCommit, deps }, { ...key, now: deps.clock.now() });
    },

    'DELETE /api/people/{name}/notes/{id}': async ({ tx, caller, params: { name, id } }) => {
      if (!(await deleteNote(tx, { ...keyOf(caller.user.id, name), id }))) throw notFound('Note not found');
      return {};
    },
  };
}

const keyOf = (user_id: number, name: string) => ({ user_id, name: normalizeRecipient(name) });
