/** Runs `work` once for all who ask for the same key while it is under way; nothing is kept afterwards. */
export type ShareFlight<T> = (key: string, work: () => Promise<T>) => Promise<T>;

export function shareFlights<T>(): ShareFlight<T> {
  const flights = new Map<string, Promise<T>>();
  return (key, work) => {
    const running = flights.get(key);
    if (running !== undefined) return running;
    const flight = work().finally(() => flights.delete(key));
    flights.set(key, flight);
    return flight;
  };
}
