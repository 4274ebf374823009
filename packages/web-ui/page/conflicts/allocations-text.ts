/** "1 allocation", "1,200 allocations". */
export const allocationsText = (count: number): string => `${count.toLocaleString()} ${count === 1 ? "allocation" : "allocations"}`;
