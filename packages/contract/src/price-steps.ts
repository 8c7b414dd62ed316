/** The value of a ticket by the number the fan has converted that day: steps by first ticket, ascending from 1. */
export type PriceSteps = readonly { readonly fromTicket: number; readonly votesPerTicket: number }[];

/** Returns the votes that the first n tickets of a day bring; equals `votes_of_tickets` in SQL. */
function votesOfFirst(steps: PriceSteps, tickets: number): number {
  return steps.reduce((votes, { fromTicket, votesPerTicket }, index) => {
    const end = Math.min(tickets, (steps[index + 1]?.fromTicket ?? tickets + 1) - 1);
    return votes + Math.max(0, end - fromTicket + 1) * votesPerTicket;
  }, 0);
}

/**
 * Returns the votes for tickets of a fan who has already converted `before` that day. Shared, because the server
 * converts by it and screens preview it.
 */
export function votesOfTickets(
  steps: PriceSteps,
  { before, tickets }: { readonly before: number; readonly tickets: number },
): number {
  return votesOfFirst(steps, before + tickets) - votesOfFirst(steps, before);
}
