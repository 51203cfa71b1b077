import * as z from 'zod';
import {
  SITE_ADDRESS_MAX,
  SITE_DOMAIN,
  SITE_DOMAIN_MAX,
  SITE_NAME,
  SITE_NAME_MAX,
  siteAddressError,
  siteDomainError,
  siteNameError,
} from '../account/site.ts';
import { defineCalls } from '../call.ts';
import type { TextForm } from '../fields.ts';

const Site = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('practice') }),
    z.object({ kind: z.literal('xmpp'), address: z.string(), domain: z.string() }),
    z.object({ kind: z.literal('snac'), address: z.string() }),
    z.object({ kind: z.enum(['described', 'own']), name: z.string() }),
  ])
  .meta({ id: 'Site' });

const fieldOf = (label: string, errorOf: (text: string) => string | undefined, form: TextForm) =>
  z
    .string(`${label} must be text`)
    .trim()
    .superRefine((text, context) => {
      const message = errorOf(text);
      if (message !== undefined) context.addIssue({ code: 'custom', message });
    })
    .meta({ minLength: 1, ...form });

const Address = fieldOf('Address', siteAddressError, {
  maxLength: SITE_ADDRESS_MAX,
  pattern: String.raw`^https?://[^\s\p{C}]+$`,
  format: 'uri',
  description: 'https:// for another machine. Without a name and a password.',
});
const Domain = fieldOf('Domain', siteDomainError, {
  maxLength: SITE_DOMAIN_MAX,
  pattern: SITE_DOMAIN.source,
});
const Name = fieldOf('Name', siteNameError, {
  maxLength: SITE_NAME_MAX,
  pattern: SITE_NAME.source,
  description: 'The name of a file in the agent’s folder. practice, xmpp and snac are taken.',
});

const SiteInput = z
  .discriminatedUnion(
    'kind',
    [
      z.object({ kind: z.literal('practice') }),
      z.object({
        kind: z.literal('xmpp'),
        address: Address,
        domain: Domain,
      }),
      z.object({ kind: z.literal('snac'), address: Address }),
      z.object({ kind: z.enum(['described', 'own']), name: Name }),
    ],
    'Site must be practice, xmpp, snac, described, own or null',
  )
  .meta({ id: 'SiteInput' });

const SiteAnswer = z
  .object({
    /** null: each agent takes what lies in its folder. */
    site: Site.nullable(),
    /** This server is for the practice inbox and writes to nothing else. */
    is_practice: z.boolean(),
  })
  .meta({ id: 'SiteAnswer' });

export const siteCalls = defineCalls({
  'GET /api/site': {
    operationId: 'getSite',
    access: 'user',
    summary: 'The site that you write to.',
    response: SiteAnswer,
  },
  'PUT /api/site': {
    operationId: 'setSite',
    access: 'subscriber',
    summary: 'Choose the site; your machines are told. 409 while a campaign is running through another.',
    body: z.object({ site: SiteInput.nullable() }),
    // A million names may get another form.
    timeLimitMs: 300_000,
    response: SiteAnswer,
    refusals: { 409: 'A campaign is running through another site, or an import runs.' },
  },
});
