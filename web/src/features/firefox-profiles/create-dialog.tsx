import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { FIREFOX_NAME_MAX, firefoxNameError } from '@pigeonpost/contract/firefox-profiles';
import { useSiteWords } from '../../account/site-words.ts';
import { toast } from '../../ui/feedback/toast.ts';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { limitedField } from '../../ui/form/limited-field.ts';
import { useCreateFirefoxProfile } from './api.ts';

type CreateDialogProps = {
  agent_id: number;
  machine: string;
  /** The names that the machine's Firefox has already. */
  taken: string[];
  track: (id: number) => Promise<unknown>;
  onClose: () => void;
};

/** Asks the agent of a machine to make a Firefox profile. */
export function CreateDialog({ agent_id, machine, taken, track, onClose }: CreateDialogProps) {
  const { mutateAsync } = useCreateFirefoxProfile();
  const { account } = useSiteWords();
  const form = useForm({
    initialValues: { profile_name: '' },
    validate: { profile_name: (name) => firefoxNameError(name) ?? takenError(name, taken) },
  });
  const save = async () => {
    if (form.validate().hasErrors) return false;
    const profile_name = form.getValues().profile_name.trim();
    const { request_id } = await mutateAsync({ profile_name, agent_id });
    toast.success('Create request sent. The agent will process it.');
    void track(request_id);
    return true;
  };
  return (
    <FormDialog
      title="Create Profile"
      sentence={`Firefox on ${machine} makes it, empty. Add it in Profiles afterwards, open it from there and sign in to its ${account}.`}
      submitLabel="Create Profile"
      failure="Failed to create Firefox profile request"
      draft="firefox profile"
      form={form}
      onSubmit={save}
      onClose={onClose}
    >
      <TextInput
        label="Profile Name"
        data-autofocus
        autoComplete="off"
        spellCheck={false}
        {...limitedField(form, 'profile_name', FIREFOX_NAME_MAX)}
      />
    </FormDialog>
  );
}

function takenError(name: string, taken: string[]): string | null {
  const wanted = name.trim().toLowerCase();
  return taken.some((one) => one.toLowerCase() === wanted)
    ? `There is a Firefox profile called '${name.trim()}' already.`
    : null;
}
