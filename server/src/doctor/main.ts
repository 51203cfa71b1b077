import { describeFindings } from '@pigeonpost/contract/doctor';
import { examineServer } from './examine-server.ts';

// `npm run doctor`: docs/operating.md#doctor.
const findings = await examineServer();
process.stdout.write(`${['Server', ...describeFindings(findings)].join('\n')}\n`);
if (findings.some(({ isOk }) => !isOk)) process.exitCode = 1;
