import { Button } from '@mantine/core';
import type { AgentDownload } from '@pigeonpost/contract/calls/agents';
import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { BASE_URL } from '../../../api/client.ts';
import { toast } from '../../../ui/feedback/toast.ts';
import { CopyIcon } from '../../../ui/form/copy-button.tsx';
import { CopyField } from '../../../ui/form/copy-field.tsx';
import { agentDownloadsQuery } from '../api.ts';
import css from './agent-start.module.css';

/** The names of the systems of packaged agents. */
const DOWNLOAD_SYSTEMS: Record<string, string> = {
  'windows-x64': 'Windows',
  'linux-x64': 'Linux',
  'linux-arm64': 'Linux on ARM',
};

/** What to know before starting the file. */
const HOW_TO_START: Record<string, string> = {
  'windows-x64':
    'Windows asks about a program that it does not know: choose “More info”, then “Run anyway”. A window opens and stays open while the agent works.',
  'linux-x64':
    'Make it executable once (in its properties, or with chmod +x), then start it in a terminal, which stays open while the agent works.',
};

/** Whether this server offers packaged agents; undefined until that is known. */
export function useHasDownloads(): boolean | undefined {
  const { data, isPending } = useQuery(agentDownloadsQuery);
  return isPending ? undefined : (data?.downloads.length ?? 0) > 0;
}

/** The heading of AgentStart. */
export function startTitle(hasDownloads: boolean | undefined): string {
  return hasDownloads ? 'Download the agent and start it' : 'Get the agent and start it';
}

/** The packaged agent of this computer's system, if the server has one, and the line that starts one in any case. */
export function AgentStart({ filled = false }: { filled?: boolean }) {
  const downloads = useQuery(agentDownloadsQuery).data?.downloads ?? [];
  if (downloads.length === 0) {
    return (
      <div className={css.start}>
        <p className={css.words}>This server has no agent to download. Ask the person who runs it for one.</p>
        <InTerminal isOpen={isThisComputer(location.hostname)} />
      </div>
    );
  }
  const own = downloads.find(({ system }) => system === systemOf(navigator.userAgent));
  return (
    <div className={css.start}>
      {own ? (
        <OwnDownload download={own} filled={filled} />
      ) : (
        <p className={css.words}>
          There is no agent for {systemName(navigator.userAgent)} to download. Ask the person who runs this
          server, or use one of these computers:
        </p>
      )}
      <ul className={css.others}>
        {downloads
          .filter((one) => one !== own)
          .map((one) => (
            <li key={one.system}>
              <a href={addressOf(one)} download>
                {DOWNLOAD_SYSTEMS[one.system] ?? one.system}
              </a>
              , {formatMegabytes(one)}
            </li>
          ))}
      </ul>
      <InTerminal isOpen={false} />
    </div>
  );
}

/** For people with the project's folder; open if it is the only way, and the server runs on this computer. */
function InTerminal({ isOpen }: { isOpen: boolean }) {
  return (
    <details className={css.terminal} open={isOpen}>
      <summary>In a terminal instead, in the Pigeonpost folder</summary>
      <AgentCommand />
    </details>
  );
}

const isThisComputer = (host: string) => ['localhost', '127.0.0.1', '[::1]'].includes(host);

function systemName(userAgent: string): string {
  return userAgent.includes('Macintosh') ? 'a Mac' : 'this system';
}

function OwnDownload({ download, filled }: { download: AgentDownload; filled: boolean }) {
  const { system } = download;
  return (
    <>
      <div className={css.own}>
        <Button
          component="a"
          variant={filled ? 'filled' : 'default'}
          href={addressOf(download)}
          download
          leftSection={<IconDownload size={16} aria-hidden="true" />}
        >
          {`Download for ${DOWNLOAD_SYSTEMS[system] ?? system}`}
        </Button>
        <span className={css.words}>{formatMegabytes(download)}</span>
      </div>
      <p className={css.words}>{HOW_TO_START[system === 'linux-arm64' ? 'linux-x64' : system]}</p>
    </>
  );
}

function addressOf({ file_name }: AgentDownload): string {
  return `${BASE_URL}/downloads/${file_name}`;
}

const formatMegabytes = ({ size }: AgentDownload) => `${Math.round(size / 1e6)} MB`;

/** The browser's system, as packaged agents name it; undefined if there is none for it. */
function systemOf(userAgent: string): string | undefined {
  if (userAgent.includes('Windows')) return 'windows-x64';
  if (!userAgent.includes('Linux') || userAgent.includes('Android')) return undefined;
  return /aarch64|arm64/i.test(userAgent) ? 'linux-arm64' : 'linux-x64';
}

/** The command for shells that set environment variables in different ways. */
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
function AgentCommand() {
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

/** The server's address for an agent: the address of this page. */
function serverUrl(): string {
  return BASE_URL || location.origin;
}
