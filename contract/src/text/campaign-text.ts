import type { OPTOUT } from '../people/stop-link.ts';
import type { SOURCE } from '../templates.ts';
import type { Blank, LOCAL_NAME } from './message-text.ts';

/** What a blank is that everybody may have, besides the name itself. */
type GivenField = typeof OPTOUT | typeof SOURCE | typeof LOCAL_NAME;

/** A part of a campaign's text; a blank that is a field has its id, and what is given has its name. */
export type CampaignPart = string | (Blank & { field?: number | GivenField });
