import { useState } from 'react';
import { BASE_URL } from '../../../api/client.ts';
import { toast } from '../../../ui/feedback/toast.ts';
import { CopyField } from '../../../ui/form/copy-field.tsx';
import { CopyIcon } from '../../../ui/form/copy-icon.tsx';
import css from './agent-command.module.css';

/** The command in the shells that say a variable of the environment differently. */
const SHELLS = {
  posix: { name: 'macOS, Linux', prompt: '$', write: (url: string) => `PIGEONPOST_URL=${url} npm run agent` },
  powershell: {
    name: 'PowerShell',
    prompt: 'PS>',
    write: (url: string) => `$env:PIGEONPOST_URL="${url}"; npm run agent`,
  },
  cmd: {
    name: 'Command Prompt',
    prompt: '>',
    write: (url: string) => `set "PIGEONPOST_URL=${url}" && npm run agent`,
  },
};

type Shell = keyof typeof SHELLS;
const NAMES = Object.keys(SHELLS) as Shell[];

/** The line that starts an agent for this server, to copy; for this computer's shell until another is chosen. */
export function AgentCommand() {
  const [shell, setShell] = useState(ownShell);
  const { prompt, write } = SHELLS[shell];
  return (
    <div>
      <fieldset aria-label="Shell" className={css.shells}>
        {NAMES.map((name) => (
          <button
            key={name}
            type="button"
            className={css.shell}
            aria-pressed={name === shell}
            onClick={() => setShell(name)}
          >
            {SHELLS[name].name}
          </button>
        ))}
      </fieldset>
      <CopyField text={write(serverUrl())} prompt={prompt} label="Copy the command" wrap />
    </div>
  );
}

/** The same line for this computer, inside of a sentence, with Copy behind it. */
export function AgentCommandText() {
  const line = SHELLS[ownShell()].write(serverUrl());
  return (
    <span className={css.inline}>
      <code>{line}</code>
      <CopyIcon
        text={line}
        label="Copy the command"
        onFailed={() => toast.error('Failed to copy the command')}
      />
    </span>
  );
}

function ownShell(): Shell {
  return navigator.userAgent.includes('Windows') ? 'powershell' : 'posix';
}

/** Where an agent finds the server: the address that this page was opened at. */
function serverUrl(): string {
  return BASE_URL || location.origin;
}
