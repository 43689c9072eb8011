"""What ballots come to: teams, speakers, breaks. Pure."""
