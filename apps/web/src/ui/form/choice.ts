/** One of several things a fan can pick. */
export type Choice = { readonly value: string; readonly label: string };
