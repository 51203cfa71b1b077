import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A running process. `started` distinguishes two that had the same pid one after the other. */
interface RunningProcess {
  pid: number;
  started: string;
  command: string;
}

/** The process of that pid; undefined if there is none, or only its zombie. */
export async function findProcess(
  pid: number,
  platform: NodeJS.Platform = process.platform,
): Promise<RunningProcess | undefined> {
  if (!Number.isSafeInteger(pid) || pid <= 0) return undefined;
  try {
    if (platform === 'linux') return await readProc(pid);
    if (platform === 'win32') return await askPowerShell(pid);
    return await askPs(pid);
  } catch {
    return undefined;
  }
}

async function readProc(pid: number): Promise<RunningProcess | undefined> {
  const [stat, cmdline, boot] = await Promise.all([
    readFile(`/proc/${pid}/stat`, 'utf8'),
    readFile(`/proc/${pid}/cmdline`, 'utf8'),
    readFile('/proc/sys/kernel/random/boot_id', 'utf8'),
  ]);
  // The command's name is in brackets and may contain spaces and brackets itself.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state, ticks] = [fields[0], fields[19]];
  if (state === 'Z' || state === 'X' || ticks === undefined) return undefined;
  return { pid, started: `${boot.trim()} ${ticks}`, command: cmdline.split('\0').join(' ').trim() };
}

async function askPs(pid: number): Promise<RunningProcess | undefined> {
  const { stdout } = await run('ps', ['-ww', '-o', 'stat=,lstart=,command=', '-p', String(pid)], {
    env: { PATH: '/bin:/usr/bin', LC_ALL: 'C' },
  });
  const line = /^\s*(\S+)\s+(\S+\s+\S+\s+\S+\s+\S+\s+\S+)\s+(.*)$/.exec(stdout.trim());
  if (!line?.[1] || !line[2] || line[1].startsWith('Z')) return undefined;
  return { pid, started: line[2], command: line[3] ?? '' };
}

async function askPowerShell(pid: number): Promise<RunningProcess | undefined> {
  const question = `Get-CimInstance Win32_Process -Filter 'ProcessId=${pid}' | ForEach-Object { $_.CreationDate.ToFileTimeUtc(); $_.CommandLine }`;
  const { stdout } = await run('powershell.exe', ['-NoProfile', '-NonInteractive', '-Command', question]);
  const [started, ...command] = stdout.trim().split(/\r?\n/);
  return started ? { pid, started, command: command.join(' ') } : undefined;
}
