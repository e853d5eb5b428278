//! Agents play games: runs, replays and the statistics of play.
