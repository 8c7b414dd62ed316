import { clients, type OpenCrowd } from './crowd.ts';
import { judgeVotes } from './judge-votes.ts';
import { startClients, sendUntilKnown } from './send-until-known.ts';
import { chooseVote, sendVote, type Sheet } from './send-vote.ts';

/** Opens a crowd of fans who vote and have many, few, or no votes left. */
export const openVoteCrowd: OpenCrowd = async (stage, { seed, recoveries, troubles }) => {
  const world = await (async () => {
    await using connection = await stage.connectAsOwner();
    return await stage.givenWorld(connection.ownerPool);
  })();
  const sheet: Sheet = Object.assign(troubles, { told: [] });
  const { stop } = startClients(clients, seed, async (home, random) => {
    const vote = chooseVote(world, random);
    const known = await sendUntilKnown(
      { addresses: stage.addresses, troubles, recoveries },
      { name: `vote ${vote.key}`, home, send: (address) => sendVote(address, vote) },
    );
    if (!known) return;
    const { answer, sendings, sentMs } = known;
    const isReplay = sendings > 1 && answer !== undefined && new Date(answer.receipt.receivedAt).getTime() < sentMs;
    sheet.told.push({ vote, ...known, isReplay });
  });
  return {
    told: () => sheet.told.length,
    stop,
    judge: () => judgeVotes(stage, world, sheet, seed),
  };
};
