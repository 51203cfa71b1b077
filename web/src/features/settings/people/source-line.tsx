import { useForm } from '@mantine/form';
import { CheckField } from '../../../ui/form/check-field.tsx';
import { useSavePeopleSettings } from '../../stop-link/api.ts';
import { LineForm } from '../line-form.tsx';
import { SettingLine } from '../setting-line.tsx';

type SourceProps = { require_source: boolean };

/** Whether campaigns write only to people of whom it is stated where they are from (docs/behaviour.md#sources). */
export function SourceLine({ require_source }: SourceProps) {
  return (
    <SettingLine
      line="source"
      holds={
        require_source
          ? 'On: who has no stated source is skipped, and imports ask for it'
          : 'Off: campaigns also write to people of whom you have not said where they are from'
      }
    >
      <SourceForm require_source={require_source} />
    </SettingLine>
  );
}

function SourceForm({ require_source }: SourceProps) {
  const { mutateAsync } = useSavePeopleSettings('Failed to save whether a source is required');
  const form = useForm({ initialValues: { require_source } });
  return (
    <LineForm
      line="source"
      form={form}
      saved={{ require_source }}
      onSave={async (_changed, values) => {
        await mutateAsync(values);
        return values.require_source
          ? 'Only people with a stated source are written to.'
          : 'People without a stated source are written to as well.';
      }}
    >
      <CheckField
        label="Write only to people with a stated source"
        hint="Campaigns write only to people of whom you have said where they are from. Imports then ask for it."
        checked={form.values.require_source}
        onChange={({ currentTarget }) => form.setFieldValue('require_source', currentTarget.checked)}
      />
    </LineForm>
  );
}
