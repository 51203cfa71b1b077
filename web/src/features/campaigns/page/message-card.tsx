import { Button } from '@mantine/core';
import type { CampaignDetails } from '@pigeonpost/contract/calls/campaigns';
import type { PlanSample } from '@pigeonpost/contract/calls/plans';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { PersonLink } from '../../../names/person-link.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { MessageBubble } from '../../templates/parts/message-bubble.tsx';
import { watchedPlanQuery } from '../plan/plan-api.ts';
import css from './before-start.module.css';

/** The message copied at creation: before the start as the first people read it, later with its blanks marked. */
export function MessageCard({ campaign }: { campaign: CampaignDetails }) {
  const { id, status, template_name, template_content, reads_blanks } = campaign;
  const { data: plan } = useQuery({ ...watchedPlanQuery(id), enabled: status === 'pending' });
  const sample = status === 'pending' ? (plan?.sample ?? []) : [];
  return (
    <Card title="Message Template" note={template_name}>
      {sample.length > 0 ? (
        <AsRead campaign={campaign} sample={sample} />
      ) : (
        <MessageBubble text={template_content} isAsItStands={!reads_blanks} />
      )}
    </Card>
  );
}

type AsReadProps = { campaign: CampaignDetails; sample: PlanSample[] };

function AsRead({ campaign: { template_content, reads_blanks }, sample }: AsReadProps) {
  const [at, setAt] = useState(0);
  const reader = sample[at % sample.length] as PlanSample;
  const values = Object.fromEntries(
    reader.filled.flatMap(({ name, value, is_fallback }) => (is_fallback ? [] : [[name, value]])),
  );
  return (
    <>
      <p className={css.reader}>
        <span className="dimmed">
          What <PersonLink name={reader.recipient} /> reads
        </span>
        {sample.length > 1 ? (
          <Button variant="subtle" size="compact-sm" onClick={() => setAt(at + 1)}>
            Next person
          </Button>
        ) : null}
      </p>
      <MessageBubble
        text={template_content}
        name={reader.recipient}
        values={values}
        isAsItStands={!reads_blanks}
      />
    </>
  );
}
