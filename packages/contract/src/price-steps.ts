/** What a ticket is worth by how many its fan has converted that day: steps by their first ticket, in order, from 1. */
export type PriceSteps = readonly { readonly fromTicket: number; readonly votesPerTicket: number }[];

/** How many votes the first so many tickets of a day bring; `votes_of_tickets` in SQL says the same. */
function votesOfFirst(steps: PriceSteps, tickets: number): number {
  return steps.reduce((votes, { fromTicket, votesPerTicket }, index) => {
    const end = Math.min(tickets, (steps[index + 1]?.fromTicket ?? tickets + 1) - 1);
    return votes + Math.max(0, end - fromTicket + 1) * votesPerTicket;
  }, 0);
}

/**
 * How many votes tickets bring to a fan who has converted so many before them on that day. It stands here because the
 * server converts by it, and a screen tells before what it will be.
 */
export function votesOfTickets(
  steps: PriceSteps,
  { before, tickets }: { readonly before: number; readonly tickets: number },
): number {
  return votesOfFirst(steps, before + tickets) - votesOfFirst(steps, before);
}
