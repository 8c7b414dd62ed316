const patienceMs = 15_000;
const pollMs = 250;

/** The six digits that the product has mailed to an address, read from the development inbox once they are there. */
export async function mailedCode(email: string): Promise<string> {
  const deadline = Date.now() + patienceMs;
  while (Date.now() < deadline) {
    const code = await newestCode(email);
    if (code) return code;
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
  throw new Error(`No mail with a code has arrived for ${email}. Sign in with an account of yours instead.`);
}

async function newestCode(email: string): Promise<string | undefined> {
  const response = await fetch(`/dev/inbox.json?to=${encodeURIComponent(email)}`);
  if (!response.ok) {
    throw new Error('This server sends real mail and has no development inbox: sign in with an account of yours.');
  }
  const { mails } = (await response.json()) as { mails: { text: string }[] };
  return /\b\d{6}\b/.exec(mails[0]?.text ?? '')?.[0];
}
