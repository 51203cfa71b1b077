import { ApiError } from '@pigeonpost/contract/client';

/** A call that the server refused with a sentence for people. */
export const REFUSED = new ApiError({
  status: 409,
  body: { error: 'Another campaign sends with this profile.' },
  isRefusal: true,
});

/** A call that failed by the server's own fault, with the reference to its log. */
export const FAILED = new ApiError({
  status: 500,
  body: { error: 'Internal server error.', request_id: '01JDK4Q8Z2' },
});
