/** What the address of a new campaign may name: the list to write to. */
type NewCampaignSearch = { list?: number };

/** The `validateSearch` of a new campaign's route: drops what it does not know, and never throws. */
export function validateNewCampaignSearch(raw: Record<string, unknown>): NewCampaignSearch {
  const list = Number(raw.list);
  return Number.isSafeInteger(list) && list > 0 ? { list } : {};
}
