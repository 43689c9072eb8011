"""Where the numbers of the embedded reader come from: fitted on labelled speeches, and judged on motions left out."""
