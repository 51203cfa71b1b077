import type { peopleCalls } from '@pigeonpost/contract/calls/people';
import { PERSON_NOTES_MAX } from '@pigeonpost/contract/limits';
import { nameForm } from '@pigeonpost/contract/names/name-form';
import { CONFIRM_NAME } from '@pigeonpost/contract/people/erasures';
import { PERSON_REPLIES } from '@pigeonpost/contract/people/replies';
import { lockNotes, lockUser } from '../../database/locks.ts';
import { getNameRules } from '../../database/sql/name-rules.ts';
import type { Tx } from '../../database/transaction.ts';
import type { Deps } from '../../deps.ts';
import { badRequest, conflict, notFound } from '../../errors.ts';
import type { Routes } from '../../http/handler.ts';
import { pageSlice, paginationOf } from '../../http/paging.ts';
import { findStandstills } from '../campaigns/standstill/standstill.ts';
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
      const key = await keyOf(tx, caller.user.id, params.name);
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
      const key = await keyOf(tx, caller.user.id, params.name);
      await refuseNobody(tx, { ...key, now: deps.clock.now() });
      const hash = await readShortHash(tx, deps.secrets, key.name);
      return listPersonEvents(tx, { ...key, ...query, hash });
    },

    'PUT /api/people/{name}': async ({ tx, caller, params, body }) => {
      const key = await keyOf(tx, caller.user.id, params.name);
      await lockUser(tx, key.user_id);
      await refuseNobody(tx, { ...key, now: deps.clock.now() });
      await changePerson(tx, { ...key, ...body });
      return { person: await getKnown(tx, key) };
    },

    'POST /api/people/{name}/notes': async ({ tx, caller: { user }, params, body: { text } }) => {
      const key = await keyOf(tx, user.id, params.name);
      // Two calls at once, or a call and an import, would both find room for one more.
      await lockNotes(tx, user.id);
      await refuseNobody(tx, { ...key, now: deps.clock.now() });
      if ((await listNotes(tx, key)).length >= PERSON_NOTES_MAX) throw conflict(NOTES_FULL);
      const note = { text, author_name: user.username, created_at: deps.clock.now() };
      return { note: await insertNote(tx, { ...key, ...note }) };
    },

    'POST /api/people/{name}/sources': async ({ tx, caller, params, body }) => {
      const key = await keyOf(tx, caller.user.id, params.name);
      await lockUser(tx, key.user_id);
      await refuseNobody(tx, { ...key, now: deps.clock.now() });
      await statePersonSource(tx, { ...key, source: body, now: deps.clock.now() });
      return { sources: await listPersonSources(tx, key) };
    },

    'DELETE /api/people/{name}/sources/{id}': async ({ tx, caller, params, body }) => {
      const key = await keyOf(tx, caller.user.id, params.name);
      const withdrawal = { id: params.id, reason: body.reason.trim(), now: deps.clock.now() };
      if (!(await withdrawPersonSource(tx, { ...key, ...withdrawal }))) throw notFound('Source not found');
      return { sources: await listPersonSources(tx, key) };
    },

    'POST /api/people/{name}/erase': async ({ tx, afterCommit, caller, params, body }) => {
      const key = await keyOf(tx, caller.user.id, params.name);
      if ((await keyOf(tx, caller.user.id, body.confirm)).name !== key.name)
        throw badRequest(CONFIRM_NAME, { fields: { confirm: CONFIRM_NAME } });
      return erasePerson({ tx, afterCommit, deps }, { ...key, now: deps.clock.now() });
    },

    'DELETE /api/people/{name}/notes/{id}': async ({ tx, caller, params: { name, id } }) => {
      const key = await keyOf(tx, caller.user.id, name);
      if (!(await deleteNote(tx, { ...key, id }))) throw notFound('Note not found');
      return {};
    },
  };
}

async function keyOf(tx: Tx, user_id: number, name: string): Promise<{ user_id: number; name: string }> {
  return { user_id, name: nameForm(name, await getNameRules(tx, user_id)) };
}
