import { describeFindings } from '@pigeonpost/contract/doctor';
import { systemClock } from '../clock.ts';
import { examineAgent } from './examine-agent.ts';

// `npm run doctor`: docs/operating.md#doctor.
const findings = await examineAgent(systemClock);
process.stdout.write(`${['Agent', ...describeFindings(findings)].join('\n')}\n`);
if (findings.some(({ isOk }) => !isOk)) process.exitCode = 1;
