/** Returns a whole amount between 1 and `max`; 1 also for invalid input or when none is available. */
export function clampAmount(value: number, max: number): number {
  if (!Number.isFinite(value)) return 1;
  return Math.max(1, Math.min(Math.trunc(value), Math.max(1, max)));
}

type AmountChoice = {
  /** 0 while the field is empty. */
  readonly wanted: number;
  /** The available maximum; below two there is no field. */
  readonly most: number;
  /** None is available, at any balance. */
  readonly isBlocked: boolean;
};

/** Returns how many are paid for, and whether they can be. */
export function purchaseAmount({ wanted, most, isBlocked }: AmountChoice): {
  readonly num: number;
  readonly canPay: boolean;
} {
  const num = most > 1 ? Math.min(wanted, most) : 1;
  return { num, canPay: most >= 1 && num >= 1 && !isBlocked };
}
