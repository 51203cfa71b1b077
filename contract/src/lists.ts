export const LIST_NAME_MAX = 100;
export const LIST_DESCRIPTION_MAX = 500;
