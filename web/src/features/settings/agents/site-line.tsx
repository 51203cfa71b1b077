import { useForm } from '@mantine/form';
import { PRACTICE_ONLY } from '@pigeonpost/contract/account/site';
import type { Answer } from '@pigeonpost/contract/client';
import { formatSite } from '../../../account/site-words.ts';
import { useChooseSite } from '../../site/api.ts';
import {
  choiceOf,
  SiteFields,
  type SiteValues,
  siteRules,
  siteValuesOf,
} from '../../site/parts/site-form.tsx';
import { SiteMachines } from '../../site/parts/site-machines.tsx';
import { LineForm } from '../line-form.tsx';
import { SettingLine } from '../setting-line.tsx';

type SiteLineProps = Answer<'GET /api/site'>;

/** The site that the account writes to (docs/behaviour.md#site). */
export function SiteLine({ site, is_practice }: SiteLineProps) {
  if (is_practice) return <SettingLine line="site" holds={PRACTICE_ONLY} />;
  return (
    <SettingLine
      line="site"
      holds={site ? formatSite(site) : 'What lies in the agent’s folder'}
      trouble={<SiteMachines />}
    >
      <SiteForm site={site} />
    </SettingLine>
  );
}

function SiteForm({ site }: Pick<SiteLineProps, 'site'>) {
  const { mutateAsync } = useChooseSite();
  const saved = siteValuesOf(site, 'none');
  const form = useForm<SiteValues>({ initialValues: saved, validate: siteRules });
  return (
    <LineForm
      line="site"
      form={form}
      saved={saved}
      onSave={async (_changed, values) => {
        await mutateAsync(choiceOf(values) ?? null);
        return undefined;
      }}
    >
      <p className="dimmed">
        Where your messages go. Your machines take it as soon as nothing is being sent.
      </p>
      <SiteFields form={form} hasNone />
    </LineForm>
  );
}
