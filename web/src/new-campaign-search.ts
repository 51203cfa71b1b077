/** The address of a new campaign may name its list. */
type NewCampaignSearch = { list?: number };

/** The `validateSearch` of a new campaign's route: drops unknown values, and never throws. */
export function validateNewCampaignSearch(raw: Record<string, unknown>): NewCampaignSearch {
  const list = Number(raw.list);
  return Number.isSafeInteger(list) && list > 0 ? { list } : {};
}
