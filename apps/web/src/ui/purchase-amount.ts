type Wish = {
  /** 0 while nothing stands in the field. */
  readonly wanted: number;
  /** How many can be had at most; without a choice between several there is no field. */
  readonly most: number;
  /** None can be had any more, whatever could be paid. */
  readonly isBlocked: boolean;
};

/** How many are paid for, and whether they can be. */
export function purchaseAmount({ wanted, most, isBlocked }: Wish): { readonly num: number; readonly canPay: boolean } {
  const num = most > 1 ? Math.min(wanted, most) : 1;
  return { num, canPay: most >= 1 && num >= 1 && !isBlocked };
}
