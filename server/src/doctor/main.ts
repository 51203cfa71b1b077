import { describeFindings } from '@pigeonpost/contract/doctor';
import { examineServer } from './examine-server.ts';

// `npm run doctor`: docs/operating.md#doctor.
const findings = await examineServer();
process.stdout.write(`${['Server', ...describeFindings(findings)].join('\n')}\n`);
if (findings.some(({ isRight }) => !isRight)) process.exitCode = 1;
