import * as z from 'zod';
import { defineCalls } from '../call.ts';
import { changeOf, EmptyAnswer, Id, Time } from '../fields.ts';
import { COLLECT_TIMES, NOTIFICATION_KINDS, NOTIFICATIONS_SHOWN } from '../notifications/kinds.ts';
import { StandingCampaign } from './dashboard.ts';

/** What a user was told of (docs/behaviour.md#notifications). */
export const Notification = z
  .object({
    id: Id,
    kind: z.enum(NOTIFICATION_KINDS),
    /** In words, which are made when it is shown. */
    title: z.string(),
    note: z.string(),
    created_at: Time,
    is_read: z.boolean(),
    is_mailed: z.boolean(),
    /** Whether what it tells has passed: the profile was resumed, the campaign goes on. */
    is_over: z.boolean(),
    /** What it is about, if that is one campaign that is still there, or one ticket. */
    campaign_id: Id.nullable(),
    ticket_id: Id.nullable(),
    /** The campaign as 'needs you' shows it, if it stands still now. */
    standing: StandingCampaign.nullable(),
  })
  .meta({ id: 'Notification' });
export type Notification = z.infer<typeof Notification>;

const Choice = z.object({ kind: z.enum(NOTIFICATION_KINDS), in_app: z.boolean(), by_mail: z.boolean() });

export const NotificationChoices = z
  .object({
    /** Of each kind that the user can be told of, in the order of the screen. */
    choices: z.array(Choice),
    /** How long notifications wait for others before they are mailed as one. */
    collect: z.enum(COLLECT_TIMES),
  })
  .meta({ id: 'NotificationChoices' });
export type NotificationChoices = z.infer<typeof NotificationChoices>;

const READ_AT_ONCE = 500;

export const notificationCalls = defineCalls({
  'GET /api/notifications': {
    operationId: 'listNotifications',
    access: 'user',
    summary: `What you were told of: the newest ${NOTIFICATIONS_SHOWN}, and the number of unread ones.`,
    response: z.object({ notifications: z.array(Notification), unread: z.int() }),
  },
  'POST /api/notifications/read': {
    operationId: 'readNotifications',
    access: 'user',
    summary: 'Mark some notifications as read, or all of them.',
    body: z.object({ ids: z.union([z.literal('all'), z.array(Id).max(READ_AT_ONCE)]) }),
    response: EmptyAnswer,
  },
  'POST /api/notifications/test': {
    operationId: 'sendTestMail',
    access: 'user',
    summary: 'Mail a test to your own address at once.',
    status: 202,
    response: EmptyAnswer,
    refusals: { 409: 'There is no confirmed address, or this server sends no mail.' },
  },
  'GET /api/notifications/choices': {
    operationId: 'getNotificationChoices',
    access: 'user',
    summary: 'Of what you are told, and where.',
    response: NotificationChoices,
  },
  'PUT /api/notifications/choices': {
    operationId: 'setNotificationChoices',
    access: 'user',
    summary: 'Choose of what you are told, and where. What is left out stays.',
    body: changeOf({
      choices: z.array(Choice).max(NOTIFICATION_KINDS.length),
      collect: z.enum(COLLECT_TIMES),
    }),
    response: NotificationChoices,
  },
});
