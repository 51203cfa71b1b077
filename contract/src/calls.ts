import { accountCalls } from './calls/account.ts';
import { agentProtocolCalls } from './calls/agent-protocol.ts';
import { agentCalls } from './calls/agents.ts';
import { auditLogCalls } from './calls/audit-log.ts';
import { authCalls } from './calls/auth.ts';
import { campaignLifecycleCalls } from './calls/campaign-lifecycle.ts';
import { campaignCalls } from './calls/campaigns.ts';
import { dashboardCalls } from './calls/dashboard.ts';
import { doNotContactCalls } from './calls/do-not-contact.ts';
import { fieldCalls } from './calls/fields.ts';
import { firefoxProfileCalls } from './calls/firefox-profiles.ts';
import { followUpCalls } from './calls/follow-up.ts';
import { freezeCalls } from './calls/freeze.ts';
import { importCalls } from './calls/imports.ts';
import { listSetCalls } from './calls/list-sets.ts';
import { listCalls } from './calls/lists.ts';
import { nextPeopleCalls } from './calls/next-people.ts';
import { notificationCalls } from './calls/notifications.ts';
import { pairingCalls } from './calls/pairings.ts';
import { peopleCalls } from './calls/people.ts';
import { planCalls } from './calls/plans.ts';
import { profileWindowCalls } from './calls/profile-windows.ts';
import { profileCalls } from './calls/profiles.ts';
import { recipientCalls } from './calls/recipients.ts';
import { repliesCalls } from './calls/replies.ts';
import { replyReadingCalls } from './calls/reply-readings.ts';
import { searchCalls } from './calls/search.ts';
import { settingsCalls } from './calls/settings.ts';
import { siteCalls } from './calls/site.ts';
import { stopLinkCalls } from './calls/stop-link.ts';
import { supportCalls } from './calls/support.ts';
import { tagCalls } from './calls/tags.ts';
import { takeOutCalls } from './calls/take-out.ts';
import { templateCalls } from './calls/templates.ts';
import { testCalls } from './calls/tests.ts';
import { unreadCheckerCalls } from './calls/unread-checker.ts';
import { userCalls } from './calls/users.ts';
import { viewCalls } from './calls/views.ts';

/** Every call of the product; the server mounts these and no others. */
export const calls = {
  ...authCalls,
  ...accountCalls,
  ...settingsCalls,
  ...notificationCalls,
  ...siteCalls,
  ...templateCalls,
  ...listCalls,
  ...listSetCalls,
  ...recipientCalls,
  ...peopleCalls,
  ...repliesCalls,
  ...replyReadingCalls,
  ...fieldCalls,
  ...tagCalls,
  ...viewCalls,
  ...importCalls,
  ...doNotContactCalls,
  ...stopLinkCalls,
  ...profileCalls,
  ...profileWindowCalls,
  ...firefoxProfileCalls,
  ...unreadCheckerCalls,
  ...campaignCalls,
  ...campaignLifecycleCalls,
  ...followUpCalls,
  ...nextPeopleCalls,
  ...planCalls,
  ...takeOutCalls,
  ...testCalls,
  ...dashboardCalls,
  ...searchCalls,
  ...agentCalls,
  ...pairingCalls,
  ...freezeCalls,
  ...userCalls,
  ...auditLogCalls,
  ...supportCalls,
  ...agentProtocolCalls,
};

export type Calls = typeof calls;
