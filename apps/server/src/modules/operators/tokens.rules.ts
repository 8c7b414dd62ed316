import { contract, type Endpoint, type OperatorRole, operatorScopes, type OperatorScope } from '@lightstick/contract';

const dayMs = 24 * 60 * 60_000;

/** How long a token is good unless another time is given, and at most; a CHECK of `operator_token` repeats the latter. */
export const usualTokenDays = 90;
export const mostTokenDays = 365;

/** How long before its end a token counts as ending soon. */
export const tokenWarningMs = 14 * dayMs;

/** Returns the areas in which a role may make a call; no token of the role has another scope. */
export function scopesOfRole(role: OperatorRole): OperatorScope[] {
  const calls = Object.values<Endpoint>(contract);
  return operatorScopes.filter((scope) => calls.some((call) => call.scope === scope && call.roles.includes(role)));
}

/** Reads a time such as `90d` or `12w` as milliseconds; undefined for another text, and for more than a year. */
export function tokenLifetimeOf(text: string): number | undefined {
  const [, number, unit] = /^([1-9]\d{0,2})([dw])$/.exec(text) ?? [];
  const days = Number(number) * (unit === 'w' ? 7 : 1);
  return days <= mostTokenDays ? days * dayMs : undefined;
}
