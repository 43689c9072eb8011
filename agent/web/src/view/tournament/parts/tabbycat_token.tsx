// Which tournament of a Tabbycat, and the token of a user there: typed each time, remembered nowhere.

interface TokenProps {
  readonly address: string;
  readonly setAddress: (address: string) => void;
  /** Where it came from or went to before, if it did. */
  readonly before?: string;
  readonly token: string;
  readonly setToken: (token: string) => void;
}

export function TokenFields({ address, setAddress, before = "", token, setToken }: TokenProps) {
  return (
    <>
      <label>
        Address of the tournament in Tabbycat
        <input type="url" required={!before} value={address} placeholder={before || "https://tab.example.org/cup/"} maxLength={300} onInput={(event) => setAddress(event.currentTarget.value)} />
      </label>
      <label>
        Token of a user there <span class="quiet">under “Change password” in Tabbycat; kept nowhere here</span>
        <input type="password" required autoComplete="off" value={token} maxLength={200} onInput={(event) => setToken(event.currentTarget.value)} />
      </label>
    </>
  );
}
