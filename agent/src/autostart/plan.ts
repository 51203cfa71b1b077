import { join } from 'node:path';
import { type Autostart, launchAgent, systemdUnit, windowsTask } from './files.ts';

/** How a system starts the agent with the session: a file, and the commands before and after it is written. */
export interface Plan {
  path: string;
  text: string;
  /** Makes the system use the file from the next session on. */
  install: string[][];
  /** Starts it at once. */
  start: string[][];
  uninstall: string[][];
  /** The mechanism, in words. */
  kind: string;
}

/** The home of the agent's user. */
interface Home {
  platform: NodeJS.Platform;
  env: NodeJS.ProcessEnv;
  home: string;
  /** The agent's own folder. */
  directory: string;
  username: string;
  uid: number;
}

const UNIT = 'pigeonpost-agent.service';
const LABEL = 'pigeonpost.agent';
const TASK = 'Pigeonpost agent';

/** The plan of this system (docs/agent.md#starting-with-the-session). */
export function planAutostart(autostart: Autostart, home: Home): Plan {
  switch (home.platform) {
    case 'win32':
      return planTask(autostart, home);
    case 'darwin':
      return planLaunchAgent(autostart, home);
    default:
      return planUnit(autostart, home);
  }
}

function planUnit(autostart: Autostart, { env, home }: Home): Plan {
  const systemctl = (...words: string[]) => ['systemctl', '--user', ...words];
  // Only a desktop session has a screen for windows, and it starts later than the session itself.
  const hasDesktop = Boolean(env.DISPLAY || env.WAYLAND_DISPLAY);
  return {
    path: join(env.XDG_CONFIG_HOME || join(home, '.config'), 'systemd/user', UNIT),
    text: systemdUnit(autostart, hasDesktop ? 'graphical-session.target' : 'default.target'),
    install: [systemctl('daemon-reload'), systemctl('enable', UNIT)],
    start: [systemctl('start', UNIT)],
    uninstall: [systemctl('disable', '--now', UNIT)],
    kind: `the systemd user unit ${UNIT}`,
  };
}

function planLaunchAgent(autostart: Autostart, { home, uid }: Home): Plan {
  const path = join(home, 'Library/LaunchAgents', `${LABEL}.plist`);
  return {
    path,
    text: launchAgent(autostart, LABEL),
    install: [],
    start: [['launchctl', 'bootstrap', `gui/${uid}`, path]],
    uninstall: [['launchctl', 'bootout', `gui/${uid}/${LABEL}`]],
    kind: `the launch agent ${LABEL}`,
  };
}

function planTask(autostart: Autostart, { directory, username }: Home): Plan {
  const path = join(directory, 'autostart.xml');
  return {
    path,
    text: windowsTask(autostart, username),
    install: [['schtasks', '/create', '/tn', TASK, '/xml', path, '/f']],
    start: [['schtasks', '/run', '/tn', TASK]],
    uninstall: [['schtasks', '/delete', '/tn', TASK, '/f']],
    kind: `the scheduled task “${TASK}”`,
  };
}
