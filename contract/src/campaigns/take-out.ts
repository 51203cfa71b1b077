export const BEING_SENT_TO = 'A message is being sent to them now.';
export const NOT_PUT_BACK = 'They can no longer be put back: send to them with a new campaign.';

/** The most people that one call takes out or puts back by id. */
export const TAKE_OUT_MAX = 500;
