/** The program that starts with the session. */
export interface Autostart {
  /** The program and its arguments. */
  command: [string, ...string[]];
  /** The settings at the time of installation. */
  env: Record<string, string>;
}

/**
 * A systemd user unit. It restarts after a crash only: an agent that ends by itself has logged why, and would do so
 * again.
 */
export function systemdUnit({ command, env }: Autostart, target: string): string {
  const quoted = (text: string) => `"${text.replace(/["\\]/g, '\\$&').replaceAll('%', '%%')}"`;
  const settings = Object.entries(env).map(([name, value]) => `Environment=${quoted(`${name}=${value}`)}\n`);
  const [program, ...args] = command;
  // A dollar sign means a variable in an argument, but not in the program's path or in a setting.
  const line = [quoted(program), ...args.map((word) => quoted(word).replaceAll('$', '$$$$'))].join(' ');
  return `[Unit]
Description=Pigeonpost agent
After=${target}

[Service]
ExecStart=${line}
${settings.join('')}Restart=on-abnormal
RestartSec=10
# It finishes what is being sent.
TimeoutStopSec=45

[Install]
WantedBy=${target}
`;
}

/** A launch agent of macOS. */
export function launchAgent({ command, env }: Autostart, label: string): string {
  const words = command.map((word) => `    <string>${escaped(word)}</string>\n`);
  const settings = Object.entries(env).map(
    ([name, value]) => `    <key>${escaped(name)}</key>\n    <string>${escaped(value)}</string>\n`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
  <key>Label</key>
  <string>${escaped(label)}</string>
  <key>ProgramArguments</key>
  <array>
${words.join('')}  </array>
  <key>EnvironmentVariables</key>
  <dict>
${settings.join('')}  </dict>
  <key>RunAtLoad</key>
  <true/>
</dict>
</plist>
`;
}

/** A Windows task at the logon of one user: without a time limit, on batteries too. */
export function windowsTask({ command: [program, ...args], env }: Autostart, username: string): string {
  const line = [program, ...args].map((word) => `"${word}"`).join(' ');
  // A Windows task has no environment of its own, so a command prompt sets the variables first.
  const settings = Object.entries(env).map(([name, value]) => `set "${name}=${value}"&& `);
  const [run, words] =
    settings.length > 0
      ? ['cmd.exe', `/d /s /c "${settings.join('')}${line}"`]
      : [program, args.map((word) => `"${word}"`).join(' ')];
  return `<?xml version="1.0" encoding="UTF-8"?>
<Task version="1.2" xmlns="http://schemas.microsoft.com/windows/2004/02/mit/task">
  <Triggers>
    <LogonTrigger>
      <UserId>${escaped(username)}</UserId>
    </LogonTrigger>
  </Triggers>
  <Principals>
    <Principal id="Owner">
      <UserId>${escaped(username)}</UserId>
      <LogonType>InteractiveToken</LogonType>
      <RunLevel>LeastPrivilege</RunLevel>
    </Principal>
  </Principals>
  <Settings>
    <MultipleInstancesPolicy>IgnoreNew</MultipleInstancesPolicy>
    <DisallowStartIfOnBatteries>false</DisallowStartIfOnBatteries>
    <StopIfGoingOnBatteries>false</StopIfGoingOnBatteries>
    <ExecutionTimeLimit>PT0S</ExecutionTimeLimit>
  </Settings>
  <Actions Context="Owner">
    <Exec>
      <Command>${escaped(run)}</Command>
      <Arguments>${escaped(words)}</Arguments>
    </Exec>
  </Actions>
</Task>
`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`);
}
