import type { Call } from '@pigeonpost/contract/client';

type SampleTickets = { user: Call; signInAdmin: () => Promise<{ call: Call }> };

/**
 * Two tickets of the user, one of them answered by the administrator, unless the user has some already. Returns the id
 * of the newest.
 */
export async function openSampleTickets({ user, signInAdmin }: SampleTickets): Promise<number> {
  const { tickets } = await user('GET /api/support');
  if (tickets[0]) return tickets[0].id;
  await user('POST /api/support', {
    body: {
      subject: 'Can a campaign wait until Monday?',
      description: 'I would like to write everything today and have it start on Monday morning.',
      category: 'feature_request',
    },
  });
  const { id } = await user('POST /api/support', {
    body: {
      subject: 'Invoice for the studio',
      description: 'Could the invoice say Fjord & Clay AS instead of my own name?',
      category: 'billing',
      priority: 'high',
    },
  });
  const { call: admin } = await signInAdmin();
  const params = { id };
  await admin('POST /api/support/{id}/messages', {
    params,
    body: { message: 'Gladly. What is the address of the studio?' },
  });
  await user('POST /api/support/{id}/messages', {
    params,
    body: { message: 'Strandgata 4, Oslo. Thank you!' },
  });
  await admin('PUT /api/support/{id}', { params, body: { status: 'in_progress' } });
  await admin('POST /api/auth/logout');
  return id;
}
