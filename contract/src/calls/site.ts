import * as z from 'zod';
import { defineCalls } from '../call.ts';
import { siteAddressError, siteDomainError, siteNameError } from '../site.ts';

const Site = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('practice') }),
  z.object({ kind: z.literal('xmpp'), address: z.string(), domain: z.string() }),
  z.object({ kind: z.literal('snac'), address: z.string() }),
  z.object({ kind: z.enum(['described', 'own']), name: z.string() }),
]);

const fieldOf = (label: string, errorOf: (text: string) => string | undefined) =>
  z
    .string(`${label} must be text`)
    .trim()
    .superRefine((text, context) => {
      const message = errorOf(text);
      if (message !== undefined) context.addIssue({ code: 'custom', message });
    });

const SiteInput = z.discriminatedUnion(
  'kind',
  [
    z.object({ kind: z.literal('practice') }),
    z.object({
      kind: z.literal('xmpp'),
      address: fieldOf('Address', siteAddressError),
      domain: fieldOf('Domain', siteDomainError),
    }),
    z.object({ kind: z.literal('snac'), address: fieldOf('Address', siteAddressError) }),
    z.object({ kind: z.enum(['described', 'own']), name: fieldOf('Name', siteNameError) }),
  ],
  'Site must be practice, xmpp, snac, described, own or null',
);

const SiteAnswer = z.object({
  /** null: each agent takes what lies in its folder. */
  site: Site.nullable(),
  /** This server is for the practice inbox and writes to nothing else. */
  is_practice: z.boolean(),
});

export const siteCalls = defineCalls({
  'GET /api/site': { access: 'user', summary: 'The site that you write to.', response: SiteAnswer },
  'PUT /api/site': {
    access: 'subscriber',
    summary: 'Choose the site; your machines are told. 409 while a campaign is running through another.',
    body: z.object({ site: SiteInput.nullable() }),
    response: SiteAnswer,
  },
});
