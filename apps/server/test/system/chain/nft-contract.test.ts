import { resolve } from 'node:path';
import { getAddress, type Hex, parseEther } from 'viem';
import { privateKeyToAccount, generatePrivateKey } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compileNft, deployNft, readNftContract } from '../../../scripts/nft-contract.ts';
import { richKey } from '../../../scripts/start-anvil.ts';
import { type LocalChain, startLocalChain } from '../../world/local-chain.ts';
import { runProgram } from '../../world/run-program.ts';

const { abi } = readNftContract();
const minter = privateKeyToAccount(generatePrivateKey());
const fan = privateKeyToAccount(generatePrivateKey());

let chain: LocalChain;
let address: Hex;
beforeAll(async () => {
  chain = await startLocalChain();
  const publicUrl = 'https://vote.example.com';
  address = await deployNft({ url: chain.url, key: richKey, minter: minter.address, publicUrl });
  for (const account of [minter, fan])
    await chain.client.setBalance({ address: account.address, value: parseEther('1') });
});
afterAll(() => chain[Symbol.asyncDispose]());

const call = (account: typeof minter, functionName: string, args: readonly unknown[]) =>
  chain.client.simulateContract({ account, address, abi, functionName, args });
const mint = async (account: typeof minter, to: Hex, tokenId: bigint) => {
  const { request } = await call(account, 'mint', [to, tokenId]);
  return chain.client.waitForTransactionReceipt({
    hash: await chain.client.writeContract(request),
    pollingInterval: 20,
  });
};
const read = (functionName: string, args: readonly unknown[] = []) =>
  chain.client.readContract({ address, abi, functionName, args });

it('the artefact is the compiled source', () => {
  expect(readNftContract()).toEqual(compileNft());
});

describe('the contract of NFTs', () => {
  it('mints a piece to a wallet, once', async () => {
    const { status, gasUsed } = await mint(minter, fan.address, 100_001n);
    expect([status, await read('ownerOf', [100_001n])]).toEqual(['success', fan.address]);
    expect(gasUsed).toBeLessThan(110_000n);
    await expect(call(minter, 'mint', [minter.address, 100_001n])).rejects.toThrow('ERC721InvalidSender');
    expect(await read('tokenURI', [100_001n])).toBe('https://vote.example.com/nft/100001.json');
  });

  it('lets only its owner mint, and its owner change nothing of pieces of others', async () => {
    await expect(call(fan, 'mint', [fan.address, 100_002n])).rejects.toThrow('OwnableUnauthorizedAccount');
    await mint(minter, fan.address, 100_003n);
    const taking = call(minter, 'transferFrom', [fan.address, minter.address, 100_003n]);
    await expect(taking).rejects.toThrow('ERC721InsufficientApproval');
    const names = abi.flatMap((entry) => (entry.type === 'function' ? [entry.name] : []));
    expect(names.toSorted()).toEqual([
      'approve',
      'balanceOf',
      'getApproved',
      'isApprovedForAll',
      'mint',
      'name',
      'owner',
      'ownerOf',
      'renounceOwnership',
      'safeTransferFrom',
      'safeTransferFrom',
      'setApprovalForAll',
      'supportsInterface',
      'symbol',
      'tokenURI',
      'transferFrom',
      'transferOwnership',
    ]);
  });

  it('mints to a contract without asking it, and is an ERC-721 without royalties', async () => {
    await mint(minter, address, 100_004n);
    expect(await read('ownerOf', [100_004n])).toBe(getAddress(address));
    const standards = ['0x80ac58cd', '0x5b5e139f', '0x2a55205a'];
    expect(await Promise.all(standards.map((id) => read('supportsInterface', [id])))).toEqual([true, true, false]);
  });

  it('is not deployed to another chain', async () => {
    await using other = await startLocalChain({ chainId: 56 });
    const deploying = deployNft({
      url: other.url,
      key: richKey,
      minter: minter.address,
      publicUrl: 'https://a.example',
    });
    await expect(deploying).rejects.toThrow('chain 56, not of 97');
  });
});

describe('npm run nft:deploy', () => {
  const script = resolve(import.meta.dirname, '../../../scripts/deploy-nft.ts');
  const deploy = (CHAIN_RPC_URL: string) => {
    const env = { ...process.env, CHAIN_RPC_URL, MINTER_KEY: richKey, PUBLIC_URL: 'https://vote.example.com' };
    return runProgram(process.execPath, [script], { env });
  };

  it.each([
    ['a node that is away', 'http://127.0.0.1:1/its-key', 'HTTP request failed'],
    ['a known key for a chain elsewhere', 'https://rpc.example.com/its-key', 'everybody knows'],
  ])('refuses %s, and never prints the address of the node', async (_, url, reason) => {
    const { code, output, errors } = await deploy(url);
    expect([code, output]).toEqual([1, '']);
    expect(errors).toContain(reason);
    expect(errors).not.toContain('its-key');
  });
});
